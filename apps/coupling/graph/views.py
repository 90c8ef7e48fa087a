"""The dependency graph of a project: its page, and the same picture as a file."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django_htmx.http import HttpResponseClientRefresh

from apps.coupling import selectors
from apps.coupling.filters import COUPLINGS, MARKS
from apps.coupling.graph.export import as_dot, as_json, as_svg
from apps.coupling.graph.listing import list_rows
from apps.coupling.graph.packed import KINDS
from apps.coupling.graph.page import GraphPage, graph_page
from apps.coupling.graph.query import GraphQuery
from apps.coupling.waiting import nothing_yet
from apps.projects.access import ProjectRequest, project_view
from apps.scans.models import Scan, State

TYPES = {"dot": "text/vnd.graphviz; charset=utf-8", "svg": "image/svg+xml"}


@project_view()
def dependency_graph(request: ProjectRequest) -> HttpResponse:
    """Show the dependency graph, or its list, with the selected node beside it."""
    query = GraphQuery.read(request.GET)
    scan, page = _page(request, query)
    if page is None:
        return nothing_yet(request, scan)
    query = page.query
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRefresh()
    shown = {"page": page, "query": query, "scan": page.scan, "marks": _marks(page), "kinds": KINDS}
    if query.view == "list":
        shown["rows"] = list_rows(page.view, query)
    else:
        shown["data"] = as_json(page.view)
    return render(request, "coupling/graph/page.html", shown)


def _marks(page: GraphPage) -> tuple[str, ...]:
    """Return what can be filtered by: the couplings, and “left out” where something is."""
    held = {one.mark for one in page.found.components} | set(page.query.coupling)
    return tuple(mark for mark in MARKS if mark in COUPLINGS or mark in held)


@project_view()
def export(request: ProjectRequest, form: str) -> HttpResponse:
    """Hand over what the address shows as a file for another tool."""
    _scan, page = _page(request, GraphQuery.read(request.GET))
    if page is None or form not in TYPES:
        raise Http404
    name = f"{request.project.slug}-scan-{page.scan.number}"
    content = as_dot(page.view, name) if form == "dot" else as_svg(page.view, name)
    disposition = f'attachment; filename="{name}.{form}"'
    return HttpResponse(content, content_type=TYPES[form], headers={"Content-Disposition": disposition})


def _page(request: ProjectRequest, query: GraphQuery) -> tuple[Scan | None, GraphPage | None]:
    scan = selectors.scan_to_show(request.project, query.scan)
    return scan, graph_page(scan, query) if scan and scan.state == State.SUCCEEDED else None
