"""Setting which inputs the simulation draws together."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from apps.core.templatetags.texts import in_language
from apps.projects.access import Action, ProjectRequest, project_view
from apps.tco.selectors import comparison_for
from apps.tco.together import PairForm, set_pair
from migration_engine.errors import ScenarioInvalid


@require_POST
@project_view(Action.COST)
def together(request: ProjectRequest) -> HttpResponse:
    """Set a pair, or part it where no number came."""
    form = PairForm(comparison_for(request.project).inputs, request.POST)
    fault = _fault(form) or _set(request, form)
    if fault:
        messages.error(request, fault)
    else:
        messages.success(request, _("Saved and calculated."))
    return redirect(reverse("tco:scenario", args=[request.project.slug]) + "#together")


def _fault(form: PairForm) -> str:
    if form.is_valid():
        return ""
    return " ".join(f"{form[name].label}: {' '.join(map(str, form.errors[name]))}" for name in form.errors)


def _set(request: ProjectRequest, form: PairForm) -> str:
    try:
        set_pair(actor=request.user, project=request.project, **form.cleaned_data)
    except ScenarioInvalid as error:
        return str(in_language(error.told()))
    return ""
