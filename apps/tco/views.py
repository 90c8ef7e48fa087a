"""The cost comparison: what it says, what a change would make of it, and keeping that."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from apps.projects.access import Action, ProjectRequest, may, project_view
from apps.tco import selectors, services
from apps.tco.forms import ScenarioForm
from apps.tco.page import live_of, page_of, reach_context
from apps.tco.selectors import Comparison
from apps.tco.sensitivity import kept as kept_sensitivity
from apps.tco.sensitivity import sensitivity_of
from apps.tco.variants import kept_as
from apps.tco.what_if import WhatIf, asked_in, what_if


@require_http_methods(["GET", "HEAD", "POST"])
@project_view()
def scenario(request: ProjectRequest) -> HttpResponse:
    """Show the comparison with what the address changes; saving needs the right to change cost."""
    found = selectors.comparison_for(request.project)
    if request.method == "POST":
        return _save(request, found)
    return _shown(request, found, what_if(found.inputs, found.result, asked_in(request.GET)))


@require_safe
@project_view()
def live(request: ProjectRequest) -> HttpResponse:
    """Show only what follows a change of the address: the verdict, the tables, what the charts draw."""
    found = selectors.comparison_for(request.project)
    asked = what_if(found.inputs, found.result, asked_in(request.GET))
    return render(request, "tco/_live.html", live_of(found, asked) | _frame(request))


@require_safe
@project_view()
def sensitivity(request: ProjectRequest) -> HttpResponse:
    """Show what would change the answer that the address asks for; this takes a second."""
    found = selectors.comparison_for(request.project)
    asked = what_if(found.inputs, found.result, asked_in(request.GET))
    return render(request, "tco/_sensitivity_live.html", reach_context(asked, sensitivity_of(asked.inputs)))


@require_POST
@project_view(Action.COST)
def keep(request: ProjectRequest) -> HttpResponse:
    """Store the figures with the changes that an address made."""
    found = selectors.comparison_for(request.project)
    asked = what_if(found.inputs, found.result, asked_in(request.POST))
    if asked.refused:
        return _shown(request, found, asked)
    services.save(actor=request.user, project=request.project, inputs=asked.inputs)
    return _saved(request)


def _save(request: ProjectRequest, found: Comparison) -> HttpResponse:
    if not may(request.membership, Action.COST):
        raise PermissionDenied
    form = ScenarioForm(found.inputs, request.POST)
    if not form.is_valid():
        return _shown(request, found, WhatIf(found.inputs, found.inputs, found.result, form, {}))
    services.save(actor=request.user, project=request.project, inputs=form.to_inputs())
    return _saved(request)


def _saved(request: ProjectRequest) -> HttpResponse:
    messages.success(request, _("Saved and calculated."))
    # Without a fragment of its own the browser would keep the form's and hide the verdict.
    return redirect(reverse("tco:scenario", args=[request.project.slug]) + "#verdict")


def _shown(request: ProjectRequest, found: Comparison, asked: WhatIf) -> HttpResponse:
    page = page_of(found, asked) | _frame(request) | _kept_reach(request, asked)
    return render(request, "tco/scenario.html", page, status=400 if asked.refused else 200)


def _kept_reach(request: ProjectRequest, asked: WhatIf) -> dict[str, object]:
    """The analyses, if they are known already or asked for in a page without a script."""
    known = sensitivity_of(asked.inputs) if "full" in request.GET else kept_sensitivity(asked.inputs)
    return reach_context(asked, known) if known is not None else {}


def _frame(request: ProjectRequest) -> dict[str, object]:
    return {"may_save": may(request.membership, Action.COST), "kept": kept_as(request.GET)}
