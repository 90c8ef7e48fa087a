"""Snapshots: the list, one of them with what differs from another, signing off, sharing."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from apps.core.tokens import hash_of
from apps.projects.access import Action, ProjectRequest, may, project_view
from apps.tco import sharing, snapshots
from apps.tco.difference import difference_of
from apps.tco.models import ShareLink, Snapshot
from apps.tco.report import report_of, subject_of
from apps.tco.sign_off import next_step
from apps.tco.snapshot_form import ShareForm, SnapshotForm
from apps.tco.snapshot_list import all_of, numbers_of

NEW_LINK = "new-link"


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
    return _sign(request, number, "review")


@require_POST
@project_view(Action.APPROVE)
def approve(request: ProjectRequest, number: int) -> HttpResponse:
    """Sign a reviewed snapshot off."""
    return _sign(request, number, "approve")


@require_http_methods(["GET", "HEAD", "POST"])
@project_view()
def share(request: ProjectRequest, number: int) -> HttpResponse:
    """Make a link, which the snapshot's page then shows once; whoever only looks is led to that page."""
    is_asked = request.method == "POST"
    if is_asked and not may(request.membership, Action.COST):
        raise PermissionDenied
    found, form = _found(request, number), ShareForm(request.POST)
    if not is_asked:
        return redirect("tco:snapshot", request.project.slug, number)
    if not form.is_valid():
        return _shown(request, found, form, status=400)
    token = sharing.share(actor=request.user, snapshot=found, days=form.cleaned_data["days"])
    page = reverse("tco:snapshot", args=[request.project.slug, number])
    return _carrying(redirect(f"{page}#links-title"), token, page)


def _carrying(answer: HttpResponse, token: str, page: str) -> HttpResponse:
    """The browser of who made a link carries its token to the next page; the server keeps only a hash."""
    if token:
        secure = settings.SESSION_COOKIE_SECURE
        answer.set_cookie(
            NEW_LINK, token, max_age=300, path=page, secure=secure, httponly=True, samesite="Strict"
        )
    return answer


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


def _sign(request: ProjectRequest, number: int, step: str) -> HttpResponse:
    snapshots.sign(member=request.membership, snapshot=_found(request, number), step=step)
    return redirect("tco:snapshot", request.project.slug, number)


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


def _shown(request: ProjectRequest, found: Snapshot, form: ShareForm, *, status: int = 200) -> HttpResponse:
    links = list(found.links.all())
    shared, token = sharing.open_link(links), request.COOKIES.get(NEW_LINK, "")
    is_new = shared is not None and shared.token_hash == hash_of(token)
    others = numbers_of(request.project, apart_from=found)
    with_number = request.GET.get("with", "")
    page: dict[str, Any] = report_of(subject_of(found)) | {
        "form": form,
        "query": f"?snapshot={found.number}",
        "links": links,
        "is_shared_now": shared is not None,
        "new_link": request.build_absolute_uri(reverse("tco:shared", args=[token])) if is_new else "",
        "others": others,
        "difference": difference_of(request.project, found, with_number) if with_number else None,
        "may_save": may(request.membership, Action.COST),
        "next_step": next_step(request.membership, found),
    }
    answer = render(request, "tco/snapshot.html", page, status=status)
    if token:
        answer["Cache-Control"] = "no-store"
        answer.delete_cookie(
            NEW_LINK, path=reverse("tco:snapshot", args=[request.project.slug, found.number])
        )
    return answer
