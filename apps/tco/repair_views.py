"""The page on which refused figures are repaired."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from apps.projects.access import Action, ProjectRequest, may, project_view
from apps.tco.models import Scenario
from apps.tco.refused import refused_in
from apps.tco.repair import RepairForm, faults_of, repair


@require_http_methods(["GET", "HEAD", "POST"])
@project_view()
def repairing(request: ProjectRequest) -> HttpResponse:
    """Name each refused key with its stored value, in a form to repair it."""
    may_save = may(request.membership, Action.COST)
    if request.method == "POST" and not may_save:
        raise PermissionDenied
    stored = Scenario.objects.of(request.project).first()
    refused = refused_in(stored.inputs) if stored else []
    if stored is None or not refused:
        return redirect("tco:scenario", request.project.slug)
    form: RepairForm | None = RepairForm(stored.inputs, refused)
    if request.method == "POST":
        form = repair(actor=request.user, project=request.project, stored=stored, data=request.POST)
    if form is None:
        messages.success(request, _("Repaired and calculated. What was stored before stays in the history."))
        return redirect("tco:scenario", request.project.slug)
    page = {
        "scenario": stored,
        "faults": faults_of(stored.inputs, refused),
        "form": form,
        "may_save": may_save,
    }
    return render(request, "tco/repair.html", page, status=400 if form.errors else 200)
