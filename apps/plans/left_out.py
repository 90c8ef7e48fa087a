"""Which components an override leaves out of the migration, and why: they stand in no wave."""

from __future__ import annotations

from dataclasses import dataclass

from apps.coupling.models import MapComponent, Override, OverrideKind
from apps.projects.models import Project
from apps.scans.models import Scan
from apps.scans.selectors import latest_scan


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A component of the newest map with the override that leaves it out; None where that has just ended."""

    component: MapComponent
    override: Override | None


def left_out_of(scan: Scan) -> list[LeftOut]:
    """Return what the map of a scan leaves out, by name."""
    said = Override.objects.of(scan.project).in_force().filter(kind=OverrideKind.EXCLUDE)
    reasons = {one.components[0]: one for one in said}
    rows = MapComponent.objects.filter(snapshot__scan=scan).exclude(excluded="").order_by("name")
    return [LeftOut(one, reasons.get(one.key)) for one in rows.only("key", "name", "excluded")]


def is_left_out(project: Project, component: str) -> bool:
    """Tell whether the newest map leaves the component out."""
    rows = MapComponent.objects.filter(snapshot__scan=latest_scan(project), key=component)
    return rows.exclude(excluded="").exists()
