"""What scans changed: the bell in the top bar and the list behind it."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from apps.coupling import services
from apps.coupling.models import Notice, NoticeMark
from apps.projects.access import ProjectRequest, project_view

PAGE_SIZE = 25


@require_safe
@project_view()
def notices(request: ProjectRequest) -> HttpResponse:
    """List what scans changed, the newest first."""
    listed = Notice.objects.filter(project=request.project).select_related(
        "scan__compared_with", "scan__point"
    )
    page = Paginator(listed, PAGE_SIZE).get_page(request.GET.get("page"))
    return render(request, "coupling/history/notices.html", {"page": page, "seen": _seen(request)})


@require_safe
@project_view()
def bell(request: ProjectRequest) -> HttpResponse:
    """Say in the top bar how many notices the reader has not seen."""
    unseen = Notice.objects.filter(project=request.project, pk__gt=_seen(request)).count()
    return render(request, "coupling/history/_bell.html", {"unseen": unseen})


@require_POST
@project_view()
def seen(request: ProjectRequest) -> HttpResponse:
    """Take all of them as seen."""
    services.mark_seen(user=request.user, project=request.project)  # type: ignore[arg-type]
    return redirect("coupling:notices", slug=request.project.slug)


def _seen(request: ProjectRequest) -> int:
    mark = NoticeMark.objects.filter(project=request.project, user=request.user.pk or 0).first()
    return mark.seen if mark else 0
