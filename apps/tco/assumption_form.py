"""The form of one input in the register: its value, where it comes from, and who vouches for it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.core.hidden import one_line
from apps.core.templatetags.texts import in_language
from apps.tco.days import DAY, PastDay, refuse_future
from apps.tco.numbers import NumberField
from apps.tco.quotes import QUOTED, as_figure, as_quoted, currency_of, rates_in, times
from migration_engine.tco.effects import figure_at
from migration_engine.tco.figures import FX_RATE
from migration_engine.tco.keys import BY_PATH
from migration_engine.tco.labels import is_money, label_of
from migration_engine.tco.register import ORIGINS

_ENDS = {"value": _("Value"), "low": _("Low"), "high": _("High")}
_NOT_OF_THE_FIGURE = frozenset({"reason"})
_OF_THE_SOURCE = ("source", "date", "evidence", "valid_until")


class AssumptionForm(forms.Form):
    """Fields are named by the keys of a figure; amounts stand in the currency of their quote."""

    origin = forms.ChoiceField(label=_("Origin"))
    source = forms.CharField(label=_("Source"), required=False, max_length=300)
    date = forms.CharField(
        label=_("Date of the source"), required=False, max_length=20, validators=[refuse_future]
    )
    evidence = forms.CharField(
        label=_("Evidence"), required=False, max_length=300, help_text=_("A link, or where the paper lies.")
    )
    owner = forms.CharField(label=_("Owner"), required=False, max_length=80)
    valid_until = forms.DateField(
        label=_("Valid until"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format=DAY)
    )
    currency = forms.CharField(label=_("Currency of the quote"), required=False, max_length=20)
    fx_rate = NumberField(bounds=FX_RATE, is_share=False)
    fx_date = PastDay(label=_("Date of the rate"), required=False)
    reason = forms.CharField(
        label=_("Why it changes"), required=False, max_length=300, help_text=_("Stays in the history.")
    )

    def __init__(self, inputs: Mapping[str, Any], path: str, data: Any = None) -> None:
        self.figure = as_figure(figure_at(inputs, path))
        self.base, self.rates, self.is_money = str(inputs["currency"]), rates_in(inputs), is_money(path)
        quoted = as_quoted(self.figure) | {"currency": currency_of(self.figure) or self.base}
        # A select without a choice would claim its first one, a quote.
        quoted |= {"origin": self.figure.get("origin") or "entered"}
        super().__init__(data, initial=quoted, auto_id="assumption_%s")
        for key, words in _ENDS.items():
            self.fields[key] = NumberField(bounds=BY_PATH[path], is_share=label_of(path).is_share)
            self.fields[key].label = str(words)
        choices = [(key, in_language(text)) for key, text in ORIGINS.items()]
        self.fields["origin"].choices = choices  # type: ignore[attr-defined]
        self._of_money()
        self.order_fields([*_ENDS, *QUOTED, *self.fields])

    def _of_money(self) -> None:
        """Only an amount has a currency."""
        if not self.is_money:
            for key in QUOTED:
                del self.fields[key]
            return
        self.fields["currency"].help_text = str(_("Value, low and high are amounts in it."))
        self.fields["fx_rate"].label = gettext("%(currency)s for one unit of it") % {"currency": self.base}
        self.fields["currency"].widget.attrs |= {"list": "currencies", "autocapitalize": "characters"}

    @property
    def of_figure(self) -> list[forms.BoundField]:
        """Return the fields that make the number."""
        return [self[key] for key in (*_ENDS, *QUOTED) if key in self.fields]

    @property
    def of_source(self) -> list[forms.BoundField]:
        """Return the fields that say where it comes from."""
        return [self[key] for key in self.fields if key not in {*_ENDS, *QUOTED}]

    def clean_currency(self) -> str:
        """Return the code in capitals."""
        code = str(self.cleaned_data["currency"]).strip().upper() or self.base
        if not re.fullmatch("[A-Z]{3}", code):
            raise ValidationError(gettext("Write a three-letter code such as CNY."))
        return code

    def clean(self) -> dict[str, Any]:
        """Ask for low, value and high in their order, and for rate and day where the currency is another."""
        low, value, high = (self.cleaned_data.get(key) for key in ("low", "value", "high"))
        known = [number for number in (low, value, high) if number is not None]
        if known != sorted(known):
            self.add_error("value", _("Low, value and high must grow in this order."))
        if self._is_foreign:
            self._ask_for_the_rate()
        elif self.cleaned_data.get("fx_rate") or self.cleaned_data.get("fx_date"):
            words = gettext(
                "An amount in %(currency)s needs no rate: empty rate and day, or name the quote's currency."
            )
            self.add_error("fx_rate", words % {"currency": self.base})
        return self.cleaned_data

    @property
    def _is_foreign(self) -> bool:
        return str(self.cleaned_data.get("currency", self.base)) != self.base

    def _ask_for_the_rate(self) -> None:
        names = {"base": self.base, "code": self.cleaned_data["currency"]}
        if self.cleaned_data.get("fx_rate", 0) is None:
            words = gettext(
                "Enter how many %(base)s one %(code)s cost on the day: the comparison is in %(base)s."
            )
            self.add_error("fx_rate", f"{words % names} {self._known_rate(names['code'])}".strip())
        if self.cleaned_data.get("fx_date", "") is None:
            self.add_error("fx_date", _("Enter the day of the rate."))

    def _known_rate(self, code: str) -> str:
        value = as_figure(self.rates.get(code)).get("value")
        return gettext("The project's rate is %(rate)s.") % {"rate": f"{value:.12g}"} if value else ""

    @property
    def keeps_old_source(self) -> bool:
        """Tell whether another value would stand as what the source of the old one says."""
        said = {"origin", "source", "date", "evidence"} & set(self.changed_data)
        show = self.fields["value"].prepare_value
        # Compared as typed: a third has no last digit to type.
        return not said and bool(show(self.cleaned_data["value"]) != show(self.initial["value"]))

    def to_figure(self, by: object = "") -> dict[str, Any]:
        """Return the figure to store, converted; what is empty is left out, but for the value.

        A new value under the old source is what `by` entered today: no source has said it.
        """
        said = {key: _plain(value) for key, value in self.cleaned_data.items()}
        if self.keeps_old_source:
            said |= dict.fromkeys(_OF_THE_SOURCE, "")
            said |= {"origin": "entered", "date": timezone.localdate().isoformat()}
            said["owner"] = said["owner"] if "owner" in self.changed_data else str(by)
        left_out = _NOT_OF_THE_FIGURE if self._is_foreign else _NOT_OF_THE_FIGURE | {*QUOTED}
        kept = {key: value for key, value in said.items() if value not in (None, "") and key not in left_out}
        others = {key: value for key, value in self.figure.items() if key not in self.fields}
        if self.keeps_old_source:
            others = {key: value for key, value in others.items() if key not in {"run", "slo"}}
        figure = {**others, "value": said["value"], **kept}
        return times(figure, self.cleaned_data["fx_rate"]) if self._is_foreign else figure


def _plain(value: object) -> object:
    if isinstance(value, date):
        return value.isoformat()
    return one_line(value) if isinstance(value, str) else value
