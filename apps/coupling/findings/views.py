"""The findings of a project: listed, decided about, and handed out."""

from __future__ import annotations

from django.http import FileResponse, Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRefresh

from apps.coupling import selectors
from apps.coupling.address import scan_in
from apps.coupling.findings.choice import choice
from apps.coupling.findings.columns import drawn_findings
from apps.coupling.findings.export import as_csv, as_sarif, as_workbook
from apps.coupling.findings.listing import list_findings
from apps.coupling.findings.query import FindingQuery
from apps.coupling.findings.rule import rule_page
from apps.coupling.findings.triage_views import decide
from apps.coupling.findings.whole_file import file_page
from apps.coupling.waiting import nothing_yet
from apps.projects.access import ProjectRequest, project_view
from apps.scans.models import State
from apps.scans.selectors import finished, scan_for

_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "sarif": "application/sarif+json",
}


@require_http_methods(["GET", "HEAD", "POST"])
@project_view()
def findings(request: ProjectRequest) -> HttpResponse:
    """List the findings under the filters of the address, with the open one beside them; POST decides."""
    if request.method == "POST":
        return decide(request)
    query = FindingQuery.read(request.GET)
    scan = selectors.scan_to_show(request.project, query.scan)
    drawn = drawn_findings(scan) if scan else None
    if scan is None or drawn is None:
        return nothing_yet(request, scan)
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRefresh()
    return list_findings(request, drawn, query)


@require_safe
@project_view()
def export(request: ProjectRequest, form: str) -> HttpResponseBase:
    """Hand out all that the list of this address matches."""
    query = FindingQuery.read(request.GET)
    if form not in _TYPES:
        raise Http404
    scan = selectors.scan_to_show(request.project, query.scan)
    drawn = drawn_findings(scan) if scan else None
    if scan is None or drawn is None:
        listed = reverse("coupling:findings", args=[request.project.slug])
        return nothing_yet(request, scan, status=404, again=listed)
    chosen = choice(drawn, query)
    name = f"{request.project.slug}-findings-{chosen.drawn.scan.number}.{form}"
    headers = {"Content-Type": _TYPES[form], "Content-Disposition": f'attachment; filename="{name}"'}
    if form == "csv":
        return StreamingHttpResponse(as_csv(chosen), headers=headers)
    if form == "xlsx":
        return FileResponse(as_workbook(chosen), headers=headers)
    return HttpResponse(as_sarif(chosen), headers=headers)


@require_safe
@project_view()
def file(request: ProjectRequest, number: int) -> HttpResponse:
    """Show one file of a scan with everything that was found in it."""
    scan = finished(scan_for(request.project, number))
    page = file_page(scan, request.GET.get("path", "").replace("\x00", ""))
    return render(request, "coupling/findings/file.html", {"page": page, "scan": scan})


@project_view()
def rule(request: ProjectRequest, identity: str) -> HttpResponse:
    """Show what a rule says, how its change is proved, and the project's findings of it."""
    scan = selectors.scan_to_show(request.project, scan_in(request.GET))
    if scan is None or scan.state != State.SUCCEEDED:
        return nothing_yet(request, scan)
    return render(request, "coupling/findings/rule.html", {"page": rule_page(scan, identity), "scan": scan})
