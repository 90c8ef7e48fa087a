"""What became of the findings from scan to scan: the burn-down, and two scans beside each other."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from apps.coupling.address import one_of
from apps.coupling.findings.columns import drawn_findings
from apps.coupling.history.burndown import METRICS, burn_down
from apps.coupling.history.compare import CompareQuery, compare_scans
from apps.coupling.selectors import asked_scan
from apps.coupling.waiting import nothing_yet
from apps.projects.access import ProjectRequest, project_view
from apps.projects.models import Project
from apps.scans.models import Scan
from apps.scans.selectors import finished, latest_scan, newest_scan


@require_safe
@project_view()
def history(request: ProjectRequest) -> HttpResponse:
    """Show open findings and effort over the scans of a branch."""
    metric = one_of(METRICS, request.GET.get("metric", ""))
    drawn = burn_down(request.project, request.GET.get("branch"), metric)
    if drawn is None:
        return nothing_yet(request, newest_scan(request.project))
    return render(request, "coupling/history/page.html", {"drawn": drawn})


@require_safe
@project_view()
def compare(request: ProjectRequest) -> HttpResponse:
    """Show two scans beside each other; without numbers the newest and the one it was compared with."""
    query = CompareQuery.read(request.GET)
    scans = list(Scan.objects.of(request.project).succeeded().defer("rules", "coverage", "steps")[:100])
    new = _scan(request.project, query.new, latest_scan(request.project))
    old = _scan(request.project, query.old, _before(new, scans))
    if new is None:
        return nothing_yet(request, newest_scan(request.project))
    if old is None:
        return render(request, "coupling/history/compare_one.html", {"scan": new})
    query = query.changed(old=old.number, new=new.number)
    was, now = drawn_findings(old), drawn_findings(new)
    if was is None or now is None:
        return nothing_yet(request, old if was is None else new)
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRefresh()
    page = compare_scans(was, now, query)
    return render(request, "coupling/history/compare.html", {"page": page, "query": query, "scans": scans})


def _scan(project: Project, number: int, otherwise: Scan | None) -> Scan | None:
    return finished(asked_scan(project, number)) if number else otherwise


def _before(new: Scan | None, scans: list[Scan]) -> Scan | None:
    if new is None:
        return None
    older = [one for one in scans if one.number < new.number]
    return new.compared_with or (older[0] if older else None)
