"""The answer while a project has nothing to show yet."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from apps.coupling import selectors
from apps.projects.access import ProjectRequest
from apps.scans.models import Scan


def nothing_yet(
    request: ProjectRequest, scan: Scan | None, *, status: int = 200, again: str = ""
) -> HttpResponse:
    """Say what is missing and what to do; while work goes on, the page asks again, at AGAIN if given."""
    selectors.refuse_endless_wait(scan)
    template = "coupling/_waiting.html" if request.htmx else "coupling/waiting.html"  # type: ignore[attr-defined]
    return render(request, template, {"scan": scan, "again": again}, status=status)
