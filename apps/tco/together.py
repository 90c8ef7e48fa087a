"""Inputs that the simulation draws together: a pair is set or parted, one at a time."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from apps.projects.models import Project
from apps.tco import services
from apps.tco.forms import at
from apps.tco.money import number
from apps.tco.numbers import NumberField
from apps.tco.selectors import comparison_for
from apps.tco.verdict import label_of
from migration_engine.tco import load_scenario
from migration_engine.tco.placeholders import put
from migration_engine.tco.ranges import DAYS, ranged
from migration_engine.tco.sampling import RHO

PATH = "simulation.correlations"
_RHO_AT_FIRST = "0.5"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two inputs that move together; `rho` as people read it."""

    first: str
    second: str
    words: str
    rho: str


class PairForm(forms.Form):
    """Two of the inputs that have a range, and how far they move together; no number parts them."""

    first = forms.ChoiceField(label=_("This figure"))
    second = forms.ChoiceField(label=_("moves with"))
    rho = NumberField(bounds=RHO, is_share=False, label=_("Correlation, −1 to 1"))

    def __init__(self, inputs: Mapping[str, Any], data: Any = None) -> None:
        super().__init__(data, initial={"rho": _RHO_AT_FIRST}, auto_id="pair_%s")
        scenario = load_scenario(inputs)
        # With the plan's layers the whole work is drawn as their sum.
        layered = {DAYS} if scenario.simulation.days else set()
        paths = dict.fromkeys(one.path for one in ranged(scenario) if one.path not in layered)
        paths |= {path: None for pair in pairs_in(inputs) for path in (pair.first, pair.second)}
        for name in ("first", "second"):
            field = self.fields[name]
            if isinstance(field, forms.ChoiceField):
                field.choices = [(path, label_of(path)) for path in paths]

    def clean(self) -> dict[str, Any]:
        """Refuse a figure that moves with itself."""
        if self.cleaned_data.get("first") == self.cleaned_data.get("second", ""):
            self.add_error("second", _("Choose two different figures."))
        return self.cleaned_data


def pairs_in(inputs: Mapping[str, Any]) -> list[Pair]:
    """Return the pairs of a comparison."""
    return [
        Pair(
            one["first"],
            one["second"],
            f"{label_of(one['first'])} ↔ {label_of(one['second'])}",
            number(one["rho"], 3),
        )
        for one in at(inputs, PATH) or []
    ]


def set_pair(*, actor: object, project: Project, first: str, second: str, rho: float | None) -> None:
    """Store the comparison with the pair; without a number the two move apart.

    Raises ScenarioInvalid where the pairs contradict each other, before anything is stored.
    """
    with services.alone(project):
        inputs = deepcopy(comparison_for(project).inputs)
        others = [one for one in at(inputs, PATH) or [] if {one["first"], one["second"]} != {first, second}]
        pair = [] if rho is None else [{"first": first, "second": second, "rho": rho}]
        put(inputs, PATH, [*others, *pair])
        services.save(actor=actor, project=project, inputs=inputs)
