"""Reading the cost comparison of a project: the saved one, or a start from placeholders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from apps.plans.selectors import board_for, days_by_layer, effort_of, layers_of_board
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
    saved = Scenario.objects.of(project).first()
    days, layers, unreadable = _work_of(project, by_layer=saved is None)
    stored = saved.inputs if saved is not None else _start(days, layers)
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


def _start(days: Range | None, layers: dict[str, Any]) -> dict[str, Any]:
    """Placeholders, with the plan's work as a whole and by layer."""
    inputs = starting_scenario(days)
    if days is not None:
        put(inputs, LAYERS, layers)
    return inputs


def layers_of(project: Project) -> dict[str, Any]:
    """Return the plan's work by layer as the simulation draws it."""
    return _drawn(days_by_layer(project))


def _drawn(layers: dict[str, Range]) -> dict[str, Any]:
    return {
        layer: {"low": max(one.low, _LEAST_DAYS), "value": one.likely, "high": one.high, "origin": "scan"}
        for layer, one in layers.items()
    }


def _work_of(project: Project, *, by_layer: bool) -> tuple[Range | None, dict[str, Any], str]:
    """Return the plan's work, by layer only where that is asked for, or why it can't be read."""
    try:
        if not by_layer:
            effort = effort_of(project)
            return (effort[0] if effort else None), {}, ""
        board = board_for(project)
    except ScanUnreadable as error:
        return None, {}, error.message
    return (board.days if board else None), _drawn(layers_of_board(board)), ""
