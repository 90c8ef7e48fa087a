"""The coupling map of a project."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django_htmx.http import HttpResponseClientRefresh

from apps.coupling import selectors
from apps.coupling.map.page import MapPage, map_page
from apps.coupling.map.query import MapQuery
from apps.coupling.overrides.forms import FORMS
from apps.coupling.waiting import nothing_yet
from apps.projects.access import Action, ProjectRequest, may, project_view
from apps.scans.models import State


@project_view()
def coupling_map(request: ProjectRequest) -> HttpResponse:
    """Show the five-layer map, or its table, with the selected component beside it."""
    query = MapQuery.read(request.GET)
    scan = selectors.scan_to_show(request.project, query.scan)
    page = map_page(scan, query) if scan and scan.state == State.SUCCEEDED else None
    if page is None:
        return nothing_yet(request, scan)
    query = page.query
    if request.htmx:  # type: ignore[attr-defined]
        behind = page.overrides.is_behind
        return render(request, "coupling/map/_redrawing.html") if behind else HttpResponseClientRefresh()
    may_override = may(request.membership, Action.PLAN) and page.overrides.is_newest
    shown = {"page": page, "query": query, "scan": page.scan, "may_override": may_override}
    shown["figures"] = page.figures
    shown["may_note"] = may(request.membership, Action.PLAN)
    return render(request, "coupling/map/page.html", shown | _form(page, query, asked=may_override))


def _form(page: MapPage, query: MapQuery, *, asked: bool) -> dict[str, object]:
    if not (asked and page.inspector and query.tab == "override"):
        return {}
    component = page.inspector.component
    component.snapshot = page.snapshot
    return {"form": FORMS[query.change](component)}
