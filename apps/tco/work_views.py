"""Taking over the plan's work."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from apps.projects.access import Action, ProjectRequest, project_view
from apps.tco.work import take_over


@require_POST
@project_view(Action.COST)
def plan_work(request: ProjectRequest) -> HttpResponse:
    """Store the plan's person-days as those of the comparison."""
    take_over(actor=request.user, project=request.project)
    messages.success(request, _("Saved and calculated."))
    return redirect(reverse("tco:scenario", args=[request.project.slug]) + "#work")
