"""Snapshots: the list, one of them with what differs from another, signing off, sharing."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from apps.projects.access import Action, ProjectRequest, may, project_view
from apps.tco import sharing, snapshots
from apps.tco.difference import difference_of
from apps.tco.models import ShareLink, Snapshot
from apps.tco.report import report_of, subject_of
from apps.tco.snapshot_form import ShareForm, SnapshotForm
from apps.tco.snapshot_list import all_of, numbers_of


@require_safe
@project_view()
def listing(request: ProjectRequest) -> HttpResponse:
    """List the snapshots, with a form for a new one."""
    return _listed(request, SnapshotForm())


@require_POST
@project_view(Action.COST)
def take(request: ProjectRequest) -> HttpResponse:
    """Take a snapshot of the comparison as it stands."""
    form = SnapshotForm(request.POST)
    if not form.is_valid():
        return _listed(request, form)
    taken = snapshots.take(actor=request.user, project=request.project, **form.cleaned_data)
    messages.success(request, _("Snapshot %(number)s was taken.") % {"number": taken.number})
    return redirect("tco:snapshot", request.project.slug, taken.number)


@require_safe
@project_view()
def snapshot(request: ProjectRequest, number: int) -> HttpResponse:
    """Show one snapshot; `with` in the address compares it with another."""
    found = _found(request, number)
    return _shown(request, found, ShareForm())


@require_POST
@project_view(Action.COST)
def review(request: ProjectRequest, number: int) -> HttpResponse:
    """Say that the figures were looked through."""
    snapshots.review(actor=request.user, snapshot=_found(request, number))
    return redirect("tco:snapshot", request.project.slug, number)


@require_POST
@project_view(Action.APPROVE)
def approve(request: ProjectRequest, number: int) -> HttpResponse:
    """Sign a reviewed snapshot off."""
    snapshots.approve(actor=request.user, snapshot=_found(request, number))
    return redirect("tco:snapshot", request.project.slug, number)


@require_POST
@project_view(Action.COST)
def share(request: ProjectRequest, number: int) -> HttpResponse:
    """Make a link and show it once; only its hash is kept."""
    found, form = _found(request, number), ShareForm(request.POST)
    if not form.is_valid():
        return _shown(request, found, form, status=400)
    token = sharing.share(actor=request.user, snapshot=found, days=form.cleaned_data["days"])
    address = request.build_absolute_uri(reverse("tco:shared", args=[token]))
    return _shown(request, found, ShareForm(), new_link=address)


@require_POST
@project_view(Action.COST)
def revoke(request: ProjectRequest, link_id: int) -> HttpResponse:
    """Take a link back."""
    link = get_object_or_404(
        ShareLink.objects.select_related("snapshot__project"), pk=link_id, snapshot__project=request.project
    )
    sharing.revoke(actor=request.user, link=link)
    messages.success(request, _("The link shows nothing any more."))
    return redirect("tco:snapshot", request.project.slug, link.snapshot.number)


def _found(request: ProjectRequest, number: int) -> Snapshot:
    return get_object_or_404(
        Snapshot.objects.select_related("project"), project=request.project, number=number
    )


def _listed(request: ProjectRequest, form: SnapshotForm) -> HttpResponse:
    page = {
        "snapshots": all_of(request.project),
        "form": form,
        "may_save": may(request.membership, Action.COST),
    }
    return render(request, "tco/snapshots.html", page, status=400 if form.errors else 200)


def _shown(
    request: ProjectRequest, found: Snapshot, form: ShareForm, *, new_link: str = "", status: int = 200
) -> HttpResponse:
    others = numbers_of(request.project, apart_from=found)
    with_number = request.GET.get("with", "")
    page: dict[str, Any] = report_of(subject_of(found)) | {
        "form": form,
        "query": f"?snapshot={found.number}",
        "links": list(found.links.all()),
        "new_link": new_link,
        "others": others,
        "difference": difference_of(request.project, found, with_number) if with_number else None,
        "may_save": may(request.membership, Action.COST),
        "may_approve": may(request.membership, Action.APPROVE),
    }
    answer = render(request, "tco/snapshot.html", page, status=status)
    if new_link:
        answer["Cache-Control"] = "no-store"
    return answer
