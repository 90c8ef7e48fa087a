"""The coupling map and the findings of a project."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django_htmx.http import HttpResponseClientRefresh

from apps.coupling import selectors
from apps.coupling.address import number_of
from apps.coupling.findings import FindingQuery
from apps.coupling.forms import FORMS
from apps.coupling.map_page import MapPage, map_page
from apps.coupling.query import MapQuery
from apps.coupling.rule import rule_page
from apps.projects.access import Action, ProjectRequest, may, project_view
from apps.scans.models import Scan, State


@project_view()
def coupling_map(request: ProjectRequest) -> HttpResponse:
    """Show the five-layer map, or its table, with the selected component beside it."""
    query = MapQuery.read(request.GET)
    scan = selectors.scan_to_show(request.project, query.scan)
    page = map_page(scan, query) if scan and scan.state == State.SUCCEEDED else None
    if page is None:
        return nothing_yet(request, scan)
    if request.htmx:  # type: ignore[attr-defined]
        behind = page.overrides.is_behind
        return render(request, "coupling/_redrawing.html") if behind else HttpResponseClientRefresh()
    may_override = may(request.membership, Action.PLAN) and page.overrides.is_newest
    shown = {"page": page, "query": query, "scan": page.scan, "may_override": may_override}
    return render(request, "coupling/map.html", shown | _form(page, query, asked=may_override))


@project_view()
def findings(request: ProjectRequest) -> HttpResponse:
    """List the findings under the filters of the address, with the open one beside them."""
    query = FindingQuery.read(request.GET)
    scan = selectors.scan_to_show(request.project, query.scan)
    if scan is None or scan.state != State.SUCCEEDED:
        return nothing_yet(request, scan)
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRefresh()
    page = selectors.findings_page(scan, query)
    return render(request, "coupling/findings.html", {"page": page, "query": query, "scan": scan})


@project_view()
def rule(request: ProjectRequest, identity: str) -> HttpResponse:
    """Show what a rule says, how its change is proved, and the project's findings of it."""
    scan = selectors.scan_to_show(request.project, number_of(request.GET.get("scan", "")))
    if scan is None or scan.state != State.SUCCEEDED:
        return nothing_yet(request, scan)
    return render(request, "coupling/rule.html", {"page": rule_page(scan, identity), "scan": scan})


def nothing_yet(request: ProjectRequest, scan: Scan | None) -> HttpResponse:
    """Say what is missing and what to do; while work goes on, the page asks again by itself."""
    selectors.refuse_endless_wait(scan)
    template = "coupling/_waiting.html" if request.htmx else "coupling/waiting.html"  # type: ignore[attr-defined]
    return render(request, template, {"scan": scan})


def _form(page: MapPage, query: MapQuery, *, asked: bool) -> dict[str, object]:
    if not (asked and page.inspector and query.tab == "override"):
        return {}
    component = page.inspector.component
    component.snapshot = page.snapshot
    return {"form": FORMS[query.change](component)}
