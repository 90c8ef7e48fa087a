"""Reading overrides: how many hold, which of them no longer match, and the list of all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.http import Http404

from apps.coupling.models import MapSnapshot, Override, OverrideKind
from apps.projects.models import Project
from apps.scans.selectors import latest_scan


@dataclass(frozen=True, slots=True)
class Standing:
    """How a map stands to the overrides of its project.

    `rows` are those in force now. `is_behind`: the map was drawn under others.
    """

    rows: tuple[Override, ...]
    in_force: int
    unmatched: int
    is_behind: bool
    is_newest: bool

    def of_component(self, key: str) -> tuple[Override, ...]:
        """Return those that speak of a component, or made it, the newest first."""
        return tuple(one for one in reversed(self.rows) if key in one.components or key == _made(one))


@dataclass(frozen=True, slots=True)
class Listed:
    """An override in the list; `is_lost` says that it spoke of nothing in the newest map."""

    row: Override
    is_lost: bool

    @property
    def state(self) -> str:
        """Return in-force, lost, undone or expired."""
        return self.row.ended or ("lost" if self.is_lost else "in-force")


def _made(one: Override) -> str:
    """Return the key of the component that a split made."""
    return f"{one.components[0]}#{one.value}" if one.kind == OverrideKind.SPLIT else ""


def standing(snapshot: MapSnapshot) -> Standing:
    """Return it for a map; only the newest scan's map follows what is said after it was drawn."""
    rows = tuple(Override.objects.of(snapshot.scan.project).in_force())
    newest = latest_scan(snapshot.scan.project)
    is_newest = newest is not None and newest.pk == snapshot.scan_id
    return Standing(
        rows=rows,
        in_force=len(snapshot.overrides),
        unmatched=len(snapshot.unmatched),
        is_behind=is_newest and [one.pk for one in rows] != snapshot.overrides,
        is_newest=is_newest,
    )


def listed(project: Project, snapshot: MapSnapshot | None) -> list[Listed]:
    """Return all overrides of the project, those in force first, the newest of each first."""
    lost = set(snapshot.unmatched) if snapshot else set()
    rows = Override.objects.of(project).order_by("-pk")
    return sorted((Listed(row, row.pk in lost) for row in rows), key=lambda one: bool(one.row.ended))


def override_for(project: Project, override_id: int) -> Override:
    """Return the project's override; raises Http404 when there is none, also for another project's."""
    found = Override.objects.of(project).select_related("project").filter(pk=override_id).first()
    if found is None:
        raise Http404
    return found


def overdue(today: date) -> Iterable[Override]:
    """Return the overrides in force whose day has passed."""
    return Override.objects.in_force().filter(expires_on__lt=today).select_related("project")
