"""How a component stood in earlier scans, and what was written about it."""

from __future__ import annotations

from dataclasses import dataclass

from apps.coupling.models import ComponentNote, MapComponent
from apps.projects.models import Project
from apps.scans.models import Scan

MOST_SCANS, MOST_NOTES = 8, 50
LARGE = ("snapshot__data", "snapshot__scan__rules", "snapshot__scan__coverage")


@dataclass(frozen=True, slots=True)
class Past:
    """The component's row in the maps of the last scans, newest first, and its notes."""

    rows: tuple[MapComponent, ...]
    notes: tuple[ComponentNote, ...]


def past_of(project: Project, scan: Scan, key: str) -> Past:
    """Return what is known of a component up to that scan."""
    rows = (
        MapComponent.objects.filter(snapshot__scan__project=project, key=key)
        .filter(snapshot__scan__number__lte=scan.number)
        .select_related("snapshot__scan")
        .defer("layer_votes", "exposure", *LARGE)
        .order_by("-snapshot__scan__number")
    )
    notes = ComponentNote.objects.filter(project=project, component=key)
    return Past(tuple(rows[:MOST_SCANS]), tuple(notes[:MOST_NOTES]))
