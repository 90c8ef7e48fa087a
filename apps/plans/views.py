"""The migration plan, adopting it, and the wave of one component."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from apps.core.errors import ApplicationError
from apps.plans import selectors, services
from apps.plans.forms import AdoptForm
from apps.plans.left_out import is_left_out, left_out_of
from apps.plans.progress import progress_of
from apps.projects.access import Action, ProjectRequest, may, project_view


@require_safe
@project_view()
def plan(request: ProjectRequest) -> HttpResponse:
    """Show the waves: adopted, or suggested."""
    board = selectors.board_for(request.project, suggestion=request.GET.get("view") == "suggestion")
    page: dict[str, object] = {"board": board, "may_plan": may(request.membership, Action.PLAN)}
    page["left_out"] = left_out = left_out_of(board.newest) if board else []
    page["left_out_keys"] = {one.component.key for one in left_out}
    return render(request, "plans/plan.html", page)


@require_POST
@project_view(Action.PLAN)
def adopt(request: ProjectRequest) -> HttpResponse:
    """Make the suggestion for a scan the project's plan."""
    form = AdoptForm(request.POST)
    try:
        if form.is_valid():
            services.adopt(actor=request.user, project=request.project, **form.cleaned_data)
            messages.success(request, _("The plan is adopted. Later scans leave it as it is."))
        else:
            messages.error(request, _("The form named no scan; reload the page."))
    except ApplicationError as error:
        messages.error(request, error.message)
    return redirect("plans:plan", slug=request.project.slug)


@require_safe
@project_view()
def component_wave(request: ProjectRequest, component: str) -> HttpResponse:
    """Show in which wave a component moves, as a fragment for other pages."""
    place = selectors.place_of(request.project, component)
    if place is None and not selectors.knows(request.project, component):
        raise Http404
    page = {"place": place, "is_left_out": is_left_out(request.project, component)}
    return render(request, "plans/_component_wave.html", page)


@require_safe
@project_view()
def wave_progress(request: ProjectRequest) -> HttpResponse:
    """Show what is open in each wave after each scan, as a fragment for the history page."""
    progress = progress_of(request.project, request.GET.get("branch"))
    return render(request, "plans/_wave_progress.html", {"progress": progress})
