"""Does the model fit: an estimate before anything has run."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from apps.projects.access import ProjectRequest, project_view
from apps.tco.fit import FitForm, estimates_of, trial_of


@require_safe
@project_view()
def fit(request: ProjectRequest) -> HttpResponse:
    """Show whether the model of the address fits on both devices; nothing is stored."""
    form = FitForm(request.GET.dict())
    estimates = estimates_of(form) if form.is_valid() else []
    page = {"form": form, "estimates": estimates, "trial": trial_of(estimates) if estimates else ""}
    return render(request, "tco/fit.html", page, status=400 if form.errors else 200)
