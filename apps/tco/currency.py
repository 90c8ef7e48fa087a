"""Changing the currency of a comparison: every amount is converted by one rate of one day."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.core.hidden import one_line
from apps.projects.models import Project
from apps.tco import services
from apps.tco.days import PastDay
from apps.tco.models import Scenario, Variant
from apps.tco.numbers import NumberField
from apps.tco.quotes import (
    ENDS,
    QUOTED,
    RATES,
    as_figure,
    as_quoted,
    currency_of,
    rates_in,
    times,
    without_idle_rates,
)
from apps.tco.selectors import comparison_for
from migration_engine.tco.effects import figure_at
from migration_engine.tco.figures import FX_RATE
from migration_engine.tco.keys import BY_PATH
from migration_engine.tco.labels import is_money
from migration_engine.tco.placeholders import put

Inputs = dict[str, Any]


class CurrencyForm(forms.Form):
    """Which currency, by which rate, of which day and from where."""

    code = forms.RegexField(
        regex=r"^[A-Z]{3}$", label=gettext_lazy("New currency"),
        error_messages={"invalid": gettext_lazy("Write a three-letter code such as CNY.")},
    )  # fmt: skip
    rate = NumberField(bounds=FX_RATE, is_share=False)
    day = PastDay(label=gettext_lazy("Date of the rate"))
    source = forms.CharField(label=gettext_lazy("Source of the rate"), required=False, max_length=200)
    shown = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, currency: str, data: Any = None) -> None:
        self.currency = currency
        super().__init__(data, initial={"shown": currency}, auto_id="convert_%s")
        label = _("One %(currency)s in the new currency") % {"currency": currency}
        self.fields["rate"].label, self.fields["rate"].required = label, True

    def clean(self) -> dict[str, Any]:
        """Ask for another currency, and for a rate to convert by."""
        if self.cleaned_data.get("shown") != self.currency:
            self.add_error(
                None, _("The amounts are in %(currency)s meanwhile.") % {"currency": self.currency}
            )
        if self.cleaned_data.get("code") == self.currency:
            self.add_error("code", _("The amounts are in this currency already."))
        if self.cleaned_data.get("rate", 0) is None:
            self.add_error("rate", _("Say how much one %(currency)s is.") % {"currency": self.currency})
        return self.cleaned_data | {"source": one_line(self.cleaned_data.get("source", ""))}


def change_currency(
    *, actor: object, project: Project, code: str, rate: float, day: str, source: str = ""
) -> Scenario:
    """Store the comparison with every amount converted; `rate` is what one unit was worth on the day.

    An amount keeps what it was as its quote; what was quoted in the new currency stands as it was quoted.
    Scenarios beside the base are converted with it, in the same way.
    """
    with services.alone(project):
        before = comparison_for(project).inputs
        inputs = converted(before, code, rate, day)
        reason = _("1 %(old)s = %(rate)s %(new)s (%(day)s) %(source)s") % {
            "old": before["currency"], "rate": f"{rate:.12g}", "new": code, "day": day, "source": source,
        }  # fmt: skip
        saved = services.save(actor=actor, project=project, inputs=inputs, reason=reason.strip())
        for variant in Variant.objects.filter(project=project):
            convert_variant(variant, str(before["currency"]), code, rate)
            variant.save()
    return saved


def converted(before: Mapping[str, Any], code: str, rate: float, day: str) -> Inputs:
    """Return the inputs in another currency."""
    inputs = deepcopy(dict(before))
    for path in filter(is_money, BY_PATH):
        figure = as_figure(figure_at(inputs, path))
        if any(figure.get(key) for key in ENDS):
            put(inputs, path, _converted(figure, str(before["currency"]), code, rate, day))
    rates = {name: times(as_figure(one), rate) for name, one in rates_in(inputs).items() if name != code}
    if rates_in(inputs):
        put(inputs, RATES, rates)
    inputs["currency"] = code
    without_idle_rates(inputs)
    return inputs


def _converted(figure: Mapping[str, Any], old: str, code: str, rate: float, day: str) -> Inputs:
    quoted = currency_of(figure)
    if quoted == code and figure.get("fx_rate"):
        return {key: value for key, value in as_quoted(figure).items() if key not in QUOTED}
    by = (figure.get("fx_rate") or 1.0) * rate if quoted else rate
    return times(figure, rate) | {"currency": quoted or old, "fx_rate": by, "fx_date": day}


def convert_variant(variant: Variant, old: str, code: str, rate: float) -> None:
    """Turn the amounts of a scenario into another currency; what was entered in it stands as entered."""
    amounts = {path: one for path, one in variant.changes.items() if one and _is_amount(path, one)}
    quotes = {
        path: variant.quotes.get(path, {"value": one, "currency": old}) for path, one in amounts.items()
    }
    moved = {
        path: quote["value"] if quote["currency"] == code else times({"value": amounts[path]}, rate)["value"]
        for path, quote in quotes.items()
    }
    variant.changes = {**variant.changes, **moved}
    variant.quotes = {path: quote for path, quote in quotes.items() if quote["currency"] != code}


def _is_amount(path: str, value: Any) -> bool:
    return is_money(path) and not isinstance(value, bool) and isinstance(value, int | float)
