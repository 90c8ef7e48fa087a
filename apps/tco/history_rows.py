"""The history of one input, as its form shows it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from apps.projects.models import Project
from apps.tco.history import history_of
from apps.tco.said import said


@dataclass(frozen=True, slots=True)
class Past:
    """One change: when, by whom, from what to what, and why."""

    at: datetime
    by: str
    scenario: int
    before: str
    after: str
    reason: str


def history_rows(project: Project, path: str) -> list[Past]:
    """Return every change of the input, newest first."""
    return [
        Past(
            change.scenario.created_at,
            change.scenario.saved_by,
            change.scenario.number,
            said(path, change.before),
            said(path, change.after),
            change.reason,
        )
        for change in history_of(project, [path])
    ]
