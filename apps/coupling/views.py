"""The coupling map and the findings of a project."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django_htmx.http import HttpResponseClientRefresh

from apps.coupling import selectors
from apps.coupling.address import number_of
from apps.coupling.findings import FindingQuery
from apps.coupling.query import MapQuery
from apps.coupling.rule import rule_page
from apps.projects.access import ProjectRequest, project_view
from apps.scans.models import Scan, State


@project_view()
def coupling_map(request: ProjectRequest) -> HttpResponse:
    """Show the five-layer map, or its table, with the selected component beside it."""
    query = MapQuery.read(request.GET)
    scan = selectors.scan_to_show(request.project, query.scan)
    page = selectors.map_page(scan, query) if scan and scan.state == State.SUCCEEDED else None
    if page is None:
        return _nothing_yet(request, scan)
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRefresh()
    return render(request, "coupling/map.html", {"page": page, "query": query, "scan": page.scan})


@project_view()
def findings(request: ProjectRequest) -> HttpResponse:
    """List the findings under the filters of the address, with the open one beside them."""
    query = FindingQuery.read(request.GET)
    scan = selectors.scan_to_show(request.project, query.scan)
    if scan is None or scan.state != State.SUCCEEDED:
        return _nothing_yet(request, scan)
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRefresh()
    page = selectors.findings_page(scan, query)
    return render(request, "coupling/findings.html", {"page": page, "query": query, "scan": scan})


@project_view()
def rule(request: ProjectRequest, identity: str) -> HttpResponse:
    """Show what a rule says, how its change is proved, and the project's findings of it."""
    scan = selectors.scan_to_show(request.project, number_of(request.GET.get("scan", "")))
    if scan is None or scan.state != State.SUCCEEDED:
        return _nothing_yet(request, scan)
    return render(request, "coupling/rule.html", {"page": rule_page(scan, identity), "scan": scan})


def _nothing_yet(request: ProjectRequest, scan: Scan | None) -> HttpResponse:
    """Say what is missing and what to do; while work goes on, the page asks again by itself."""
    selectors.refuse_endless_wait(scan)
    template = "coupling/_waiting.html" if request.htmx else "coupling/waiting.html"  # type: ignore[attr-defined]
    return render(request, template, {"scan": scan})
