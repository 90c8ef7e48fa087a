"""Deciding about findings, what was decided lately, and taking it back."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from apps.core.errors import ApplicationError
from apps.coupling import selectors, services
from apps.coupling.address import refuse_unknown
from apps.coupling.findings.choice import choice
from apps.coupling.findings.clashes import clashes_of
from apps.coupling.findings.columns import Drawn, drawn_findings
from apps.coupling.findings.draft import Draft
from apps.coupling.findings.forms import TriageForm
from apps.coupling.findings.listing import list_findings
from apps.coupling.findings.query import NARROWING, FindingQuery
from apps.coupling.findings.recent import recent_changes
from apps.coupling.models import TriageChange
from apps.coupling.waiting import nothing_yet
from apps.projects.access import Action, ProjectRequest, may, project_view
from apps.projects.models import Project
from apps.scans.models import Finding

PAGE_SIZE = 25


def decide(request: ProjectRequest) -> HttpResponse:
    """Set status, owner or note of the marked findings, or of all that the list matches.

    What is refused is shown again as it was filled in, beside what somebody else set meanwhile.
    """
    if not may(request.membership, Action.TRIAGE):
        raise PermissionDenied
    form, query = TriageForm(request.POST), FindingQuery.read(request.GET)
    if "whole" in request.POST:
        refuse_unknown(request.GET, query, *NARROWING)
    scan = selectors.scan_to_show(request.project, form.seen.scan or query.scan)
    drawn = drawn_findings(scan) if scan else None
    if scan is None or drawn is None:
        return nothing_yet(request, scan)
    if not form.is_valid():
        return list_findings(request, drawn, query, Draft.of(form, form.problem))
    try:
        change = services.decide(
            actor=request.user,
            scan=scan,
            rows=_chosen(drawn, form, query),
            what=form.decision(),
            seen=form.seen,
            where=query.changed(page=1, finding="").link().removeprefix("?"),
        )
    except services.FindingsMoved as error:
        clashes = clashes_of(scan, form.seen, error.identities)
        draft = Draft.of(form, error.message, clashes, len(error.identities))
        return list_findings(request, drawn, query, draft)
    except ApplicationError as error:
        return list_findings(request, drawn, query, Draft.of(form, error.message))
    shown = request.GET.copy()
    shown["done"] = str(change.pk)
    return redirect(f"{_list_of(request.project)}?{shown.urlencode()}")


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
    if request.POST.get("back") == "changes":
        return redirect("coupling:finding-changes", slug=request.project.slug)
    return redirect(f"{_list_of(request.project)}?{change.filter}")


@require_safe
@project_view()
def changes(request: ProjectRequest) -> HttpResponse:
    """List what was decided, the newest first, with the way back where there is one."""
    page = Paginator(recent_changes(request.project), PAGE_SIZE).get_page(request.GET.get("page"))
    may_triage = may(request.membership, Action.TRIAGE)
    return render(request, "coupling/findings/changes.html", {"page": page, "may_triage": may_triage})


def _chosen(drawn: Drawn, form: TriageForm, query: FindingQuery) -> QuerySet[Finding]:
    if form.cleaned_data["whole"]:
        return choice(drawn, query).rows()
    return Finding.objects.filter(scan=drawn.scan, key__in=form.cleaned_data["key"])


def _list_of(project: Project) -> str:
    return reverse("coupling:findings", args=[project.slug])


def _change(project: Project, change_id: int) -> TriageChange:
    change = TriageChange.objects.select_related("project").filter(project=project, pk=change_id).first()
    if change is None:
        raise Http404
    return change
