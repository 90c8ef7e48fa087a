"""Scenarios side by side: look at them, make one, drop one."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from apps.core.errors import ApplicationError
from apps.projects.access import Action, ProjectRequest, may, project_view
from apps.tco import selectors, services
from apps.tco.fairness import between_scenarios, between_sides, not_taken
from apps.tco.left_out import tell_left_out
from apps.tco.models import Variant
from apps.tco.side_by_side import answers, columns_of, differences, title_of
from apps.tco.variants import BY_KIND, READY_MADE, kept_as
from apps.tco.what_if import WhatIf, asked_in, what_if


@require_safe
@project_view()
def side_by_side(request: ProjectRequest) -> HttpResponse:
    """Show the base and every scenario beside it, with what differs and whether they may be compared."""
    found = selectors.comparison_for(request.project)
    columns = columns_of(found, selectors.variants_of(request.project))
    made = {column.variant.kind for column in columns if column.variant}
    page = {
        "columns": columns,
        "answers": answers(columns),
        "differences": differences(columns),
        "sides_checks": [*between_sides(found.inputs), *not_taken(found.refused)],
        "scenario_checks": between_scenarios(found.inputs, [(one.title, one.inputs) for one in columns[1:]]),
        "ready_made": [one for one in READY_MADE if one.kind not in made],
        "may_save": may(request.membership, Action.COST),
    }
    return render(request, "tco/side_by_side.html", page)


@require_POST
@project_view(Action.COST)
def make(request: ProjectRequest) -> HttpResponse:
    """Make a ready-made scenario of the base as it stands; one that is there already stays."""
    ready = BY_KIND.get(request.POST.get("kind", ""))
    if ready is None:
        raise Http404
    if not Variant.objects.filter(project=request.project, kind=ready.kind).exists():
        changes = ready.changes(selectors.comparison_for(request.project).inputs)
        services.keep_variant(actor=request.user, project=request.project, changes=changes, kind=ready.kind)
    return redirect("tco:scenarios", request.project.slug)


@require_POST
@project_view(Action.COST)
def keep(request: ProjectRequest) -> HttpResponse:
    """Store the changes that an address made as a scenario of their own."""
    found = selectors.comparison_for(request.project)
    asked = what_if(found.inputs, found.result, asked_in(request.POST))
    kept = kept_as(request.POST.dict())
    if asked.refused or not asked.changed or not 0 < len(kept["title"]) <= services.NAME_MOST:
        return _not_kept(
            request,
            asked,
            _("Nothing was kept: change a figure and give the scenario a name of at most 60 characters."),
        )
    try:
        services.keep_variant(
            actor=request.user,
            project=request.project,
            changes=asked.changed,
            kind=kept["kind"],
            name=kept["name"],
            instead_of=request.POST.get("instead_of", ""),
        )
    except ApplicationError as error:
        return _not_kept(request, asked, error.message)
    tell_left_out(request)
    return redirect("tco:scenarios", request.project.slug)


def _not_kept(request: ProjectRequest, asked: WhatIf, why: str) -> HttpResponse:
    """Go back to the answer with everything that was changed."""
    messages.error(request, why)
    return redirect(f"{reverse('tco:scenario', args=[request.project.slug])}?{urlencode(asked.query)}")


@require_POST
@project_view(Action.COST)
def drop(request: ProjectRequest, variant_id: int) -> HttpResponse:
    """Remove a scenario; the base and its numbers stay."""
    variant = get_object_or_404(Variant, project=request.project, pk=variant_id)
    title = title_of(variant)
    services.drop_variant(actor=request.user, variant=variant)
    messages.success(request, _("%(title)s was removed.") % {"title": title})
    return redirect("tco:scenarios", request.project.slug)
