"""The form of one input in the register: its value, where it comes from, and who vouches for it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from apps.core.hidden import one_line
from apps.core.templatetags.texts import in_language
from apps.tco.numbers import NumberField
from migration_engine.tco.effects import figure_at
from migration_engine.tco.keys import BY_PATH
from migration_engine.tco.labels import label_of
from migration_engine.tco.register import ORIGINS

_DAYS = ("valid_until", "fx_date")
_NOT_OF_THE_FIGURE = frozenset({"reason"})


class AssumptionForm(forms.Form):
    """Fields are named by the keys of a figure."""

    origin = forms.ChoiceField(label=_("Origin"))
    source = forms.CharField(label=_("Source"), required=False, max_length=300)
    date = forms.CharField(label=_("Date of the source"), required=False, max_length=20)
    evidence = forms.CharField(
        label=_("Evidence"), required=False, max_length=300, help_text=_("A link, or where the paper lies.")
    )
    owner = forms.CharField(label=_("Owner"), required=False, max_length=80)
    valid_until = forms.DateField(label=_("Valid until"), required=False)
    currency = forms.RegexField(
        regex=r"^[A-Z]{3}$", label=_("Currency of the source"), required=False,
        error_messages={"invalid": _("Write a three-letter code such as CNY.")},
    )  # fmt: skip
    fx_rate = forms.FloatField(label=_("Exchange rate"), required=False, min_value=1e-9, max_value=1e9)
    fx_date = forms.DateField(label=_("Date of the rate"), required=False)
    reason = forms.CharField(
        label=_("Why it changes"), required=False, max_length=300, help_text=_("Stays in the history.")
    )

    def __init__(self, inputs: Mapping[str, Any], path: str, data: Any = None) -> None:
        figure = figure_at(inputs, path)
        self.figure: Mapping[str, Any] = figure if isinstance(figure, Mapping) else {"value": figure}
        super().__init__(data, initial=dict(self.figure), auto_id="assumption_%s")
        label = label_of(path)
        numbers = {"value": _("Value"), "low": _("Low"), "high": _("High")}
        for key, words in numbers.items():
            self.fields[key] = NumberField(bounds=BY_PATH[path], is_share=label.is_share)
            self.fields[key].label = str(words)
        choices = [(key, in_language(text)) for key, text in ORIGINS.items()]
        self.fields["origin"].choices = choices  # type: ignore[attr-defined]
        for key in _DAYS:
            self.fields[key].widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        self.order_fields([*numbers, *self.fields])

    def clean(self) -> dict[str, Any]:
        """Ask for low, value and high in their order, and for a rate where the currency is another."""
        low, value, high = (self.cleaned_data.get(key) for key in ("low", "value", "high"))
        known = [number for number in (low, value, high) if number is not None]
        if known != sorted(known):
            self.add_error("value", _("Low, value and high must grow in this order."))
        if self.cleaned_data.get("currency") and not self.cleaned_data.get("fx_rate"):
            self.add_error("fx_rate", _("Say by which rate the amount was converted."))
        return self.cleaned_data

    def to_figure(self) -> dict[str, Any]:
        """Return the figure to store; what is empty is left out, but for the value."""
        said = {key: _plain(value) for key, value in self.cleaned_data.items()}
        kept = {
            key: value
            for key, value in said.items()
            if value not in (None, "") and key not in _NOT_OF_THE_FIGURE
        }
        others = {key: value for key, value in self.figure.items() if key not in self.fields}
        return {**others, "value": said["value"], **kept}


def _plain(value: object) -> object:
    if isinstance(value, date):
        return value.isoformat()
    return one_line(value) if isinstance(value, str) else value
