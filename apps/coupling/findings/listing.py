"""The answer that shows the list of findings, with what somebody was about to decide."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from apps.coupling.address import number_of
from apps.coupling.findings.columns import Drawn
from apps.coupling.findings.draft import Draft
from apps.coupling.findings.figures import figures_of
from apps.coupling.findings.page import findings_page
from apps.coupling.findings.query import FindingQuery
from apps.coupling.models import SavedView, TriageChange
from apps.coupling.seen import Seen
from apps.projects.access import Action, ProjectRequest, may

EXPORTS = (("csv", "CSV"), ("xlsx", "XLSX"), ("sarif", "SARIF"))
NOTHING = Draft()


def list_findings(
    request: ProjectRequest, drawn: Drawn, query: FindingQuery, draft: Draft = NOTHING
) -> HttpResponse:
    """Show the list; with a refused decision its marks and values stay, and 400 or 409 says that."""
    seen = Seen.now(drawn.scan)  # before the rows are read: what changes in between is not taken as seen
    page = findings_page(drawn, query, seen, _done(request))
    on_page = {one.placed.row.key for one in page.rows}
    shown = on_page | {one.row.key for one in draft.clashes}
    context = {
        "page": page,
        "query": query,
        "scan": drawn.scan,
        "seen": seen,
        "draft": draft,
        "on_page": on_page,
        "elsewhere": sorted(draft.marked - shown) if draft.in_list else [],
        "may_triage": may(request.membership, Action.TRIAGE),
        "exports": EXPORTS,
        "figures": figures_of(drawn),
        "saved": SavedView.objects.filter(project=request.project, user=request.user.pk or 0),
    }
    status = 409 if draft.clashes else 400 if draft.problem else 200
    return render(request, "coupling/findings/page.html", context, status=status)


def _done(request: ProjectRequest) -> TriageChange | None:
    number = number_of(request.GET.get("done", ""))
    return TriageChange.objects.filter(project=request.project, pk=number).first() if number else None
