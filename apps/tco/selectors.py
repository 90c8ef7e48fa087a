"""Reading the cost comparison of a project: the saved one, or a start from placeholders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from apps.plans.selectors import effort_of
from apps.projects.models import Project
from apps.scans.unreadable import ScanUnreadable
from apps.tco.models import Scenario, Variant
from migration_engine.effort import Range
from migration_engine.tco import VERSION, evaluate, load_scenario, starting_scenario


@dataclass(frozen=True, slots=True)
class Comparison:
    """Inputs and result as a page shows them; `saved` is None while both are only a proposal."""

    inputs: dict[str, Any]
    result: dict[str, Any]
    saved: Scenario | None
    days: Range | None
    unreadable: str


def comparison_for(project: Project) -> Comparison:
    """Return the newest saved scenario, or one made of placeholders and the plan's effort."""
    days, unreadable = _days_of(project)
    saved = Scenario.objects.of(project).first()
    if saved is not None and saved.engine_version == VERSION:
        return Comparison(saved.inputs, saved.result, saved, days, unreadable)
    # What an older engine answered stays stored; a page shows what the present one says.
    inputs = saved.inputs if saved is not None else starting_scenario(days)
    return Comparison(inputs, evaluate(load_scenario(inputs)).to_dict(), saved, days, unreadable)


def variants_of(project: Project) -> list[Variant]:
    """Return the scenarios beside the base, oldest first."""
    return list(Variant.objects.filter(project=project))


def _days_of(project: Project) -> tuple[Range | None, str]:
    """Return the person-days of the plan, or why they are unknown although there is a scan."""
    try:
        effort = effort_of(project)
    except ScanUnreadable as error:
        return None, error.message
    return (effort[0] if effort else None), ""
