"""Reading the cost comparison of a project: the saved one, or a start from placeholders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from apps.plans.selectors import days_by_layer, effort_of
from apps.projects.models import Project
from apps.scans.unreadable import ScanUnreadable
from apps.tco.measured import measurements_of
from apps.tco.models import Scenario, Variant
from apps.tco.refused import StoredRefused
from migration_engine.effort import Range
from migration_engine.errors import ScenarioInvalid
from migration_engine.tco import VERSION, evaluate, load_scenario, starting_scenario
from migration_engine.tco.measured import Refused, with_measurements
from migration_engine.tco.placeholders import put

LAYERS = "simulation.days"
# The engine draws no layer from nothing.
_LEAST_DAYS = 0.01


@dataclass(frozen=True, slots=True)
class Comparison:
    """Inputs and result as a page shows them; `saved` is None while both are only a proposal."""

    inputs: dict[str, Any]
    result: dict[str, Any]
    saved: Scenario | None
    days: Range | None
    unreadable: str
    refused: tuple[Refused, ...] = ()


def comparison_for(project: Project) -> Comparison:
    """Return the newest saved scenario, or one made of placeholders and the plan's effort.

    What a validation run measured since stands in it already, and counts once somebody saves it.

    Raises StoredRefused where the present engine refuses what is stored.
    """
    days, unreadable = _days_of(project)
    saved = Scenario.objects.of(project).first()
    stored = saved.inputs if saved is not None else _start(project, days)
    inputs, refused = with_measurements(stored, measurements_of(project))
    try:
        scenario = load_scenario(inputs)
    except ScenarioInvalid as error:
        raise StoredRefused(project, error) from error
    if saved is not None and saved.engine_version == VERSION and inputs == stored:
        return Comparison(stored, saved.result, saved, days, unreadable, refused)
    # What an older engine answered stays stored; a page shows what the present one says.
    return Comparison(inputs, evaluate(scenario).to_dict(), saved, days, unreadable, refused)


def variants_of(project: Project) -> list[Variant]:
    """Return the scenarios beside the base, oldest first."""
    return list(Variant.objects.filter(project=project))


def variant_of(project: Project, kind: str, name: str) -> Variant | None:
    """Return the scenario beside the base that is called so."""
    return Variant.objects.filter(project=project, kind=kind, name=name).first()


def _start(project: Project, days: Range | None) -> dict[str, Any]:
    """Placeholders, with the plan's work as a whole and by layer."""
    inputs = starting_scenario(days)
    if days is not None:
        put(inputs, LAYERS, layers_of(project))
    return inputs


def layers_of(project: Project) -> dict[str, Any]:
    """Return the plan's work by layer as the simulation draws it."""
    return {
        layer: {"low": max(one.low, _LEAST_DAYS), "value": one.likely, "high": one.high, "origin": "scan"}
        for layer, one in days_by_layer(project).items()
    }


def _days_of(project: Project) -> tuple[Range | None, str]:
    """Return the person-days of the plan, or why they are unknown although there is a scan."""
    try:
        effort = effort_of(project)
    except ScanUnreadable as error:
        return None, error.message
    return (effort[0] if effort else None), ""
