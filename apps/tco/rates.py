"""The project's exchange rates: what one unit of another currency is worth, and how far it may move."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.core.hidden import one_line
from apps.projects.models import Project
from apps.tco import services
from apps.tco.days import PastDay
from apps.tco.numbers import NumberField
from apps.tco.quotes import (
    ENDS,
    RATES,
    as_figure,
    as_quoted,
    currencies_in,
    quoted_in,
    rates_in,
    times,
    without_rates,
)
from apps.tco.selectors import comparison_for
from apps.tco.verdict import label_of
from migration_engine.tco.effects import figure_at
from migration_engine.tco.figures import FX_RATE
from migration_engine.tco.placeholders import put


class RateForm(forms.Form):
    """One currency: low, value and high of what it is worth, the day and the source of it."""

    low = NumberField(bounds=FX_RATE, is_share=False, label=gettext_lazy("Low"))
    value = NumberField(bounds=FX_RATE, is_share=False, label=gettext_lazy("Value"))
    high = NumberField(bounds=FX_RATE, is_share=False, label=gettext_lazy("High"))
    date = PastDay(label=gettext_lazy("Date of the rate"))
    source = forms.CharField(label=gettext_lazy("Source of the rate"), required=False, max_length=200)
    anew = forms.BooleanField(
        label=gettext_lazy("Convert the quotes in this currency anew by it"), required=False
    )

    def __init__(self, code: str, figure: Mapping[str, Any], data: Any = None) -> None:
        super().__init__(data, initial=dict(figure), auto_id=f"rate_{code}_%s")
        self.fields["value"].required = True

    def clean(self) -> dict[str, Any]:
        """Ask for a value, and for low, value and high in their order."""
        ends = [self.cleaned_data.get(key) for key in ("low", "value", "high")]
        known = [end for end in ends if end is not None]
        if "value" in self.cleaned_data and self.cleaned_data["value"] is None:
            self.add_error("value", _("Enter a rate."))
        elif known != sorted(known):
            self.add_error("value", _("Low, value and high must grow in this order."))
        return self.cleaned_data

    def to_figure(self) -> dict[str, Any]:
        """Return the rate to store."""
        said = {key: self.cleaned_data[key] for key in ENDS if self.cleaned_data[key] is not None}
        source = one_line(self.cleaned_data["source"])
        return {**said, "date": self.cleaned_data["date"].isoformat(), "origin": "entered", "source": source}


@dataclass(frozen=True, slots=True)
class Rate:
    """One currency that figures are quoted in, with them and its form."""

    code: str
    figures: list[str]
    is_set: bool
    form: RateForm


def rates_of(inputs: Mapping[str, Any], sent: tuple[str, RateForm] | None = None) -> list[Rate]:
    """Return every currency in use; `sent` is the form that came back with faults."""
    stored = rates_in(inputs)
    return [
        Rate(
            code,
            [label_of(path) for path in quoted_in(inputs, code)],
            code in stored,
            sent[1] if sent and sent[0] == code else RateForm(code, figure_of(inputs, code)),
        )
        for code in currencies_in(inputs)
    ]


def figure_of(inputs: Mapping[str, Any], code: str) -> dict[str, Any]:
    """Return the stored rate, or the one that a quote was converted by."""
    stored = rates_in(inputs).get(code)
    if stored is not None:
        return dict(as_figure(stored))
    first: Mapping[str, Any] = next((figure_at(inputs, path) for path in quoted_in(inputs, code)), {})
    return {"value": first.get("fx_rate"), "date": first.get("fx_date")}


def set_rate(
    *, actor: object, project: Project, code: str, figure: Mapping[str, Any] | None, anew: bool = False
) -> None:
    """Store the comparison with the rate, without it where there is no figure.

    Raises ScenarioInvalid before anything is stored.
    """
    with services.alone(project):
        inputs = deepcopy(comparison_for(project).inputs)
        if figure is None:
            without_rates(inputs, [code])
        else:
            put(inputs, RATES, {**rates_in(inputs), code: dict(figure)})
        if figure is not None and anew:
            _convert_anew(inputs, code, figure)
        services.save(actor=actor, project=project, inputs=inputs)


def _convert_anew(inputs: dict[str, Any], code: str, rate: Mapping[str, Any]) -> None:
    by = {"fx_rate": rate["value"], "fx_date": rate["date"]}
    for path in quoted_in(inputs, code):
        quoted = as_quoted(figure_at(inputs, path))
        put(inputs, path, times(quoted, rate["value"]) | by)
