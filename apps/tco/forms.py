"""The form of a scenario: from stored inputs to fields, and from fields to inputs with their origins."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.core.templatetags.texts import in_language
from apps.tco.choices import ABSENT, SwitchField, choices_of
from apps.tco.fields import Row, rows_by_path
from apps.tco.numbers import LEFT_OUT, NumberField
from apps.tco.quotes import without_idle_rates
from migration_engine.errors import ScenarioInvalid
from migration_engine.tco import load_scenario
from migration_engine.tco.keys import BY_PATH, OPTIONS
from migration_engine.tco.labels import input_at
from migration_engine.tco.listed import neutral_value
from migration_engine.tco.placeholders import put
from migration_engine.tco.sampling import SIMULATION
from migration_engine.tco.work import WORK, without_layers

_FIXED = forms.TextInput(attrs={"readonly": True})
REQUIRED = ("horizon_months", "dual_run_months")


class ScenarioForm(forms.Form):
    """Fields are named by the key paths of the scenario.

    `against` are the figures that a refused one contradicts.
    """

    def __init__(self, inputs: Mapping[str, Any], data: Any = None) -> None:
        self.inputs = inputs
        self.against: tuple[str, ...] = ()
        super().__init__(data, initial={path: shown_at(inputs, path) for path in rows_by_path()})

    def clean(self) -> dict[str, Any]:
        """Ask the engine about what no single field can know."""
        for path in REQUIRED:
            if path in self.cleaned_data and self.cleaned_data[path] is None:
                self.add_error(path, _("Enter a number of months."))
        if self.cleaned_data.get("currency", self.inputs["currency"]) != self.inputs["currency"]:
            self.add_error("currency", _("A new name alone would change every amount: convert them instead."))
        if not self.errors:
            try:
                load_scenario(self.to_inputs())
            except ScenarioInvalid as error:
                self.against = error.against
                self.add_error(_field_of(error), _refusals().get(error.place, in_language(error.text)))
        return self.cleaned_data

    def to_inputs(self) -> dict[str, Any]:
        """Return the inputs to store; a changed figure is marked as entered today and loses its source."""
        inputs = deepcopy(dict(self.inputs))
        for path, value in self.cleaned_data.items():
            if self._is_same(path, value):
                continue
            put_entered(inputs, path, value)
        without_idle_rates(inputs)
        return inputs

    def _is_same(self, path: str, value: object) -> bool:
        """Tell whether the figure still reads as it was shown; a third has no last digit to type."""
        show = self.fields[path].prepare_value
        return bool(show(value) == show(shown_at(self.inputs, path)))


def entered(value: float | None, base: Mapping[str, Any], path: str) -> dict[str, Any]:
    """Return a figure of today; a range that still holds the value says as much as it did before."""
    before = at(base, path)
    figure: dict[str, Any] = {"value": value, "origin": "entered", "date": timezone.localdate().isoformat()}
    low, high = (before.get(end) if isinstance(before, Mapping) else None for end in ("low", "high"))
    if value is not None and low is not None and high is not None and low <= value <= high:
        figure |= {"low": low, "high": high}
    return figure


def shown_at(inputs: Mapping[str, Any], path: str) -> Any:
    """Return what the field at a key path holds: None is unknown, LEFT_OUT an option that plays no part."""
    value = value_at(inputs, path)
    if value is None and path in OPTIONS:
        return LEFT_OUT if at(inputs, path) is None else None
    return ABSENT.get(path) if value is None else value


def holds_at(inputs: Mapping[str, Any], path: str) -> Any:
    """Return the value that counts: an option left out counts as its neutral value."""
    shown = shown_at(inputs, path)
    return neutral_value(path) if shown == LEFT_OUT else shown


def value_at(inputs: Mapping[str, Any], path: str) -> Any:
    """Return the plain value at a key path, or None."""
    found = at(inputs, path)
    return found.get("value") if isinstance(found, Mapping) else found


def at(inputs: Mapping[str, Any], path: str) -> Any:
    """Return what stands at a key path, or None."""
    found: Any = inputs
    for key in path.split("."):
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def _field(path: str, row: Row) -> forms.Field:
    choices = choices_of(path)
    if choices is not None:
        return forms.ChoiceField(choices=choices)
    if path == "currency":
        message = gettext_lazy("Write a three-letter code such as CNY.")
        return forms.RegexField(regex=r"^[A-Z]{3}$", error_messages={"invalid": message}, widget=_FIXED)
    if path.endswith((".rack_includes_power", ".rent_without_hosting")):
        return SwitchField()
    return NumberField(
        bounds=(SIMULATION.get(path) or BY_PATH[path]), is_share=row.is_share, is_option=path in OPTIONS
    )


def put_entered(inputs: dict[str, Any], path: str, value: Any) -> None:
    """Set what somebody entered at a key path; LEFT_OUT takes the option out."""
    if path.startswith(WORK):
        without_layers(inputs)
    if value == LEFT_OUT:
        _take_out(inputs, path)
    else:
        put(inputs, path, entered(value, inputs, path) if path in BY_PATH else value)


def _take_out(inputs: dict[str, Any], path: str) -> None:
    *groups, last = path.split(".")
    for group in groups:
        inputs = inputs.get(group, {})
    inputs.pop(last, None)


def _field_of(error: ScenarioInvalid) -> str | None:
    field = input_at(error.place)
    return field if field in rows_by_path() else None


def _refusals() -> dict[str, str]:
    return {
        "demand.mean_tokens_per_s": _("The mean cannot be above the peak."),
        "dual_run_months": _("The dual run cannot be longer than the horizon."),
        "migration.person_days": _("Low, likely and high must grow in this order."),
        "sides.gpu.resale_month": _("The resale must lie within the horizon."),
    }


ScenarioForm.base_fields = {path: _field(path, row) for path, row in rows_by_path().items()}
