"""The cost comparison: what it says, what a change would make of it, and keeping that."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from apps.projects.access import Action, ProjectRequest, may, project_view
from apps.tco import selectors, services
from apps.tco.left_out import left_out_in, tell_left_out
from apps.tco.merge import Clash, Sent, as_shown, clashes_of
from apps.tco.outgrown import DROP, WIDEN, widen
from apps.tco.page import live_of, page_of, reach_context
from apps.tco.refused import StoredRefused
from apps.tco.selectors import Comparison
from apps.tco.sensitivity import kept as kept_sensitivity
from apps.tco.sensitivity import sensitivity_of
from apps.tco.together import PairForm, pairs_in
from apps.tco.variants import kept_as
from apps.tco.what_if import WhatIf, asked_in, changes_of, typed, what_if
from apps.tco.work import layer_rows


@require_http_methods(["GET", "HEAD", "POST"])
@project_view()
def scenario(request: ProjectRequest) -> HttpResponse:
    """Show the comparison with what the address changes; saving needs the right to change cost."""
    if request.method == "POST":
        return _save(request)
    try:
        found = selectors.comparison_for(request.project)
    except StoredRefused:
        return redirect("tco:repair", request.project.slug)
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


def _save(request: ProjectRequest) -> HttpResponse:
    if not may(request.membership, Action.COST):
        raise PermissionDenied
    sent = Sent.of(request.POST)
    with services.alone(request.project):
        found = selectors.comparison_for(request.project)
        asked = what_if(found.inputs, found.result, sent.touched)
        clashes = clashes_of(request.project, found.inputs, sent)
        if not clashes and not asked.refused and _ranges_settled(request, asked):
            services.save(actor=request.user, project=request.project, inputs=asked.inputs)
            return _saved(request)
    if clashes:
        return _to_choose(request, asked, sent, clashes)
    return _shown(request, found, asked, sent.shown_beside(found.inputs))


def _ranges_settled(request: ProjectRequest, asked: WhatIf) -> bool:
    """Tell whether somebody has said what becomes of the ranges that no longer hold their values."""
    lost, choice = [one.path for one in changes_of(asked) if one.extent], request.POST.get("ranges", "")
    if choice == WIDEN:
        widen(asked.base, asked.inputs, lost)
    return not lost or choice in {WIDEN, DROP}


def _to_choose(request: ProjectRequest, asked: WhatIf, sent: Sent, clashes: list[Clash]) -> HttpResponse:
    taken = {one.path for one in clashes}
    page = {
        "clashes": clashes,
        "others": [one for one in changes_of(asked) if one.path not in taken],
        "rest": {path: text for path, text in sent.touched.items() if path not in taken},
        "shown": as_shown(sent.shown | {one.path: one.theirs_typed for one in clashes}),
        "left_out_before": left_out_in(request),
    }
    return render(request, "tco/conflict.html", page, status=409)


def _saved(request: ProjectRequest) -> HttpResponse:
    messages.success(request, _("Saved and calculated."))
    left_out = tell_left_out(request)
    # Without a fragment of its own the browser would keep the form's and hide the verdict.
    return redirect(reverse("tco:scenario", args=[request.project.slug]) + left_out + "#verdict")


def _shown(request: ProjectRequest, found: Comparison, asked: WhatIf, shown: str = "") -> HttpResponse:
    page = page_of(found, asked) | _frame(request) | _kept_reach(request, asked)
    asks = request.method == "POST" and not asked.refused
    page["outgrown"] = [one for one in page["changes"] if one.extent] if asks else []
    page["shown"] = shown or as_shown(typed(found.inputs))
    page |= {
        "left_out_before": left_out_in(request),
        "pairs": pairs_in(found.inputs),
        "pair_form": PairForm(found.inputs),
        "layers": layer_rows(found.inputs),
    }
    status = 400 if asked.refused or page["outgrown"] else 200
    return render(request, "tco/scenario.html", page, status=status)


def _kept_reach(request: ProjectRequest, asked: WhatIf) -> dict[str, object]:
    """The analyses, if they are known already or asked for in a page without a script."""
    known = sensitivity_of(asked.inputs) if "full" in request.GET else kept_sensitivity(asked.inputs)
    return reach_context(asked, known) if known is not None else {}


def _frame(request: ProjectRequest) -> dict[str, object]:
    kept = kept_as(request.GET)
    there = selectors.variant_of(request.project, kept["kind"], kept["name"]) if kept["title"] else None
    return {
        "may_save": may(request.membership, Action.COST),
        "kept": kept,
        "instead_of": there.state if there else "",
    }
