"""Overriding the map: the list of what was said, saying more, and undoing it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from apps.core.errors import ApplicationError
from apps.coupling import services
from apps.coupling.address import refuse_unknown, text_of
from apps.coupling.map.page import map_page, snapshot_of
from apps.coupling.map.query import MapQuery
from apps.coupling.models import MapComponent
from apps.coupling.overrides.forms import FORMS, OverrideForm
from apps.coupling.overrides.standing import listed, override_for
from apps.projects.access import Action, ProjectRequest, may, project_view
from apps.scans.models import Scan
from apps.scans.selectors import latest_scan, scan_for


@require_GET
@project_view()
def overrides(request: ProjectRequest) -> HttpResponse:
    """List every override of the project with its reason, author, days and state."""
    scan = latest_scan(request.project)
    rows = listed(request.project, snapshot_of(scan) if scan else None)
    page = {"rows": rows, "may_change": may(request.membership, Action.PLAN)}
    return render(request, "coupling/overrides/page.html", page)


@require_POST
@project_view(Action.PLAN)
def add(request: ProjectRequest) -> HttpResponse:
    """Keep one override, or show the form again with what is wrong."""
    view = QueryDict(request.POST.get("view", ""))
    query = MapQuery.read(view)
    refuse_unknown(view, query, "change")
    scan = scan_for(request.project, query.scan)
    form = FORMS[query.change](_component(scan, query.sel), request.POST)
    if form.is_valid() and _kept(request, scan, form):
        messages.success(request, _("The override holds, in later scans too. The map is being redrawn."))
        back = reverse("coupling:map", args=[request.project.slug])
        return redirect(back + query.link(tab="override", scan=0))
    page = map_page(scan, query)
    shown: dict[str, object] = {
        "page": page,
        "figures": page and page.figures,
        "query": query,
        "scan": scan,
        "form": form,
    }
    shown |= {"may_override": True, "may_note": True}
    return render(request, "coupling/map/page.html", shown, status=400)


@require_POST
@project_view(Action.PLAN)
def undo(request: ProjectRequest, override_id: int) -> HttpResponse:
    """End an override."""
    override = override_for(request.project, override_id)
    if services.undo(actor=request.user, override=override):
        messages.success(request, _("The override is undone. The map is being redrawn."))
    else:
        messages.info(request, _("This override had ended already."))
    return redirect("coupling:overrides", slug=request.project.slug)


@require_POST
@project_view(Action.PLAN)
def add_note(request: ProjectRequest) -> HttpResponse:
    """Keep a note on a component and go back to it."""
    query = MapQuery.read(QueryDict(request.POST.get("view", "")))
    component = _component(scan_for(request.project, query.scan), query.sel)
    text = text_of(request.POST.get("text", ""), 2000)
    if text:
        services.add_note(actor=request.user, project=request.project, component=component.key, text=text)
        messages.success(request, _("The note was kept."))
    else:
        messages.error(request, _("The note was empty. Write something first."))
    return redirect(reverse("coupling:map", args=[request.project.slug]) + query.link(tab="past"))


def _component(scan: Scan, key: str) -> MapComponent:
    found = MapComponent.objects.filter(snapshot__scan=scan, key=key).select_related("snapshot").first()
    if found is None:
        raise Http404
    return found


def _kept(request: ProjectRequest, scan: Scan, form: OverrideForm) -> bool:
    try:
        services.override(
            actor=request.user, project=request.project, scan_number=scan.number, said=form.said()
        )
    except ApplicationError as error:
        form.add_error(None, error.message)
        return False
    return True
