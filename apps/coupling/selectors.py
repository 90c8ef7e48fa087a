"""Which scan a page shows, always within one project."""

from __future__ import annotations

from datetime import timedelta

from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.core.errors import ApplicationError
from apps.projects.models import Project
from apps.scans.models import Scan, State
from apps.scans.selectors import latest_scan, newest_scan, report_of, scan_for

# How long after its scan a map may take.
PATIENCE = timedelta(seconds=60)


class NoSuchScan(ApplicationError):
    """An address asks for a scan that the project does not have."""

    def __init__(self, project: Project) -> None:
        message = _("This project has no such scan. The list of scans shows those that there are.")
        super().__init__("no_such_scan", message, status=404)
        self.way = reverse("scans:list", args=[project.slug]), _("Scans")


def scan_to_show(project: Project, number: int) -> Scan | None:
    """Return the asked scan; without a number the newest that succeeded, else the newest at all.

    Raises NoSuchScan when the project has no scan of that number.
    """
    scan = asked_scan(project, number) if number else latest_scan(project) or newest_scan(project)
    if scan is not None:
        scan.project = project
    return scan


def asked_scan(project: Project, number: int) -> Scan:
    """Return the scan of that number; raises NoSuchScan, also for a number that can be none."""
    try:
        return scan_for(project, number)
    except Http404 as error:
        raise NoSuchScan(project) from error


def refuse_endless_wait(scan: Scan | None) -> None:
    """Raise ScanUnreadable when the map is overdue because the scan's document cannot be read."""
    if scan is None or scan.state != State.SUCCEEDED or scan.finished_at is None:
        return
    if scan.finished_at < timezone.now() - PATIENCE:
        report_of(scan)
