"""The findings of a project: listed, decided about, and handed out."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import QuerySet
from django.http import FileResponse, Http404, HttpResponse, QueryDict, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from apps.core.errors import ApplicationError
from apps.coupling import selectors, services
from apps.coupling.address import number_of
from apps.coupling.findings.choice import choice
from apps.coupling.findings.columns import Drawn, drawn_findings
from apps.coupling.findings.export import as_csv, as_sarif, as_workbook
from apps.coupling.findings.figures import figures_of
from apps.coupling.findings.forms import TriageForm
from apps.coupling.findings.page import findings_page
from apps.coupling.findings.query import FindingQuery
from apps.coupling.findings.rule import rule_page
from apps.coupling.findings.whole_file import file_page
from apps.coupling.models import SavedView, TriageChange
from apps.coupling.waiting import nothing_yet
from apps.projects.access import Action, ProjectRequest, may, project_view
from apps.projects.models import Project
from apps.scans.models import Finding, Scan, State
from apps.scans.selectors import finished, scan_for

EXPORTS = (("csv", "CSV"), ("xlsx", "XLSX"), ("sarif", "SARIF"))
_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "sarif": "application/sarif+json",
}


@require_safe
@project_view()
def listing(request: ProjectRequest) -> HttpResponse:
    """List the findings under the filters of the address, with the open one beside them."""
    query = FindingQuery.read(request.GET)
    scan = selectors.scan_to_show(request.project, query.scan)
    drawn = drawn_findings(scan) if scan else None
    if scan is None or drawn is None:
        return nothing_yet(request, scan)
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRefresh()
    page = findings_page(drawn, query, _done(request))
    may_triage = may(request.membership, Action.TRIAGE)
    context = {"page": page, "query": query, "scan": scan, "may_triage": may_triage, "exports": EXPORTS}
    context["figures"] = figures_of(drawn)
    context["saved"] = SavedView.objects.filter(project=request.project, user=request.user.pk or 0)
    return render(request, "coupling/findings/page.html", context)


@require_safe
@project_view()
def export(request: ProjectRequest, form: str) -> HttpResponseBase:
    """Hand out all that the list of this address matches."""
    query = FindingQuery.read(request.GET)
    if form not in _TYPES:
        raise Http404
    chosen = choice(_drawn(request.project, query), query)
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


@require_POST
@project_view(Action.TRIAGE)
def triage(request: ProjectRequest) -> HttpResponse:
    """Set status, owner or note of the marked findings, or of all that the list matches."""
    form = TriageForm(request.POST)
    where = QueryDict(request.POST.get("where", "").removeprefix("?"))
    back = reverse("coupling:findings", args=[request.project.slug])
    try:
        if not form.is_valid():
            raise ApplicationError(
                "form", " ".join(str(text) for texts in form.errors.values() for text in texts)
            )
        scan, rows = _chosen(request.project, form, FindingQuery.read(where))
        change = services.decide(
            actor=request.user, scan=scan, rows=rows, what=form.decision(), where=where.urlencode()
        )
    except ApplicationError as error:
        messages.error(request, error.message)
        return redirect(f"{back}?{where.urlencode()}")
    shown = where.copy()
    shown["done"] = str(change.pk)
    return redirect(f"{back}?{shown.urlencode()}")


@require_POST
@project_view(Action.TRIAGE)
def undo(request: ProjectRequest, change_id: int) -> HttpResponse:
    """Take one act of triage back."""
    change = _change(request.project, change_id)
    try:
        count = services.take_back(actor=request.user, change=change)
        told = ngettext("Taken back on %d finding.", "Taken back on %d findings.", count) % count
        left = change.count - count
        more = _(" %d were changed again since then and stay as they are.") % left if left else ""
        messages.success(request, told + more)
    except ApplicationError as error:
        messages.error(request, error.message)
    return redirect(f"{reverse('coupling:findings', args=[request.project.slug])}?{change.filter}")


@project_view()
def rule(request: ProjectRequest, identity: str) -> HttpResponse:
    """Show what a rule says, how its change is proved, and the project's findings of it."""
    scan = selectors.scan_to_show(request.project, number_of(request.GET.get("scan", "")))
    if scan is None or scan.state != State.SUCCEEDED:
        return nothing_yet(request, scan)
    return render(request, "coupling/findings/rule.html", {"page": rule_page(scan, identity), "scan": scan})


def _chosen(project: Project, form: TriageForm, query: FindingQuery) -> tuple[Scan, QuerySet[Finding]]:
    drawn = _drawn(project, query)
    if form.cleaned_data["whole"]:
        return drawn.scan, choice(drawn, query).rows()
    return drawn.scan, Finding.objects.filter(scan=drawn.scan, key__in=form.cleaned_data["key"])


def _drawn(project: Project, query: FindingQuery) -> Drawn:
    scan = selectors.scan_to_show(project, query.scan)
    if scan is None or scan.state != State.SUCCEEDED:
        raise ApplicationError("no_scan", _("There is no finished scan yet."), status=409)
    drawn = drawn_findings(scan)
    if drawn is None:
        raise ApplicationError(
            "not_drawn", _("The map of this scan is still being drawn; try again in a moment."), status=409
        )
    return drawn


def _done(request: ProjectRequest) -> TriageChange | None:
    number = number_of(request.GET.get("done", ""))
    return TriageChange.objects.filter(project=request.project, pk=number).first() if number else None


def _change(project: Project, change_id: int) -> TriageChange:
    change = TriageChange.objects.select_related("project").filter(project=project, pk=change_id).first()
    if change is None:
        raise Http404
    return change
