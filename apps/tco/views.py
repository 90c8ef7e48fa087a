"""The cost comparison: what it says, and the form that changes it."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from apps.projects.access import Action, ProjectRequest, may, project_view
from apps.tco import selectors, services
from apps.tco.forms import ScenarioForm
from apps.tco.page import page_of


@require_http_methods(["GET", "HEAD", "POST"])
@project_view()
def scenario(request: ProjectRequest) -> HttpResponse:
    """Show the comparison; saving it needs the right to change cost."""
    found = selectors.comparison_for(request.project)
    may_save = may(request.membership, Action.COST)
    form = ScenarioForm(found.inputs, request.POST if request.method == "POST" else None)
    if request.method == "POST":
        if not may_save:
            raise PermissionDenied
        if form.is_valid():
            services.save(actor=request.user, project=request.project, inputs=form.to_inputs())
            messages.success(request, _("Saved and calculated."))
            # Without a fragment of its own the browser would keep the form's and hide the verdict.
            return redirect(reverse("tco:scenario", args=[request.project.slug]) + "#verdict")
    page = page_of(found, form) | {"may_save": may_save}
    return render(request, "tco/scenario.html", page, status=400 if form.errors else 200)
