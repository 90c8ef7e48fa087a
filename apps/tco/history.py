"""What was changed about each input, by whom and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from apps.projects.models import Project
from apps.tco.models import FigureChange, Scenario
from migration_engine.tco.effects import figure_at
from migration_engine.tco.labels import LABELS

Inputs = Mapping[str, Any]

_DRAWING = "draws seed distribution correlations exchange_rates days days_correlation"
WATCHED = (*LABELS, *(f"simulation.{key}" for key in _DRAWING.split()))
"""The key paths whose changes are kept."""


def note_changes(scenario: Scenario, before: Inputs, reason: str) -> list[str]:
    """Store what differs between the earlier inputs and the scenario's, and return the key paths."""
    changes = [
        FigureChange(scenario=scenario, path=path, before=old, after=new, reason=reason)
        for path, old, new in changes_between(before, scenario.inputs)
    ]
    FigureChange.objects.bulk_create(changes)
    return [change.path for change in changes]


def changes_between(before: Inputs, after: Inputs) -> list[tuple[str, Any, Any]]:
    """Return each key path at which more or other is said, with what stood there before and after."""
    stood = ((path, _whole(before, path), _whole(after, path)) for path in WATCHED)
    return [(path, old, new) for path, old, new in stood if old != new]


def history_of(project: Project, paths: Iterable[str]) -> list[FigureChange]:
    """Return the changes of some inputs, newest first, with the scenario that says who and when."""
    return list(
        FigureChange.objects.filter(scenario__project=project, path__in=list(paths)).select_related(
            "scenario"
        )
    )


def _whole(inputs: Inputs, path: str) -> Any:
    """A bare number and a figure that says nothing but the number are the same."""
    found = figure_at(inputs, path)
    if isinstance(found, Mapping):
        said = {key: value for key, value in found.items() if value not in (None, "")}
        return said or None
    return {"value": found} if isinstance(found, int | float) and not isinstance(found, bool) else found
