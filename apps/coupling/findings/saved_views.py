"""The views of the findings that a member keeps for himself."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from apps.core.errors import ApplicationError
from apps.coupling import services
from apps.coupling.address import refuse_unknown
from apps.coupling.findings.query import NARROWING, FindingQuery
from apps.coupling.models import SavedView
from apps.projects.access import ProjectRequest, project_view


@require_POST
@project_view()
def save(request: ProjectRequest) -> HttpResponse:
    """Keep the filters of the list under a name; the scan and the open finding are no part of a view."""
    view = QueryDict(request.POST.get("where", "").removeprefix("?"))
    asked = FindingQuery.read(view)
    refuse_unknown(view, asked, *NARROWING)
    where = asked.changed(scan=0, page=1, finding="").link()
    name = request.POST.get("name", "")
    try:
        services.save_view(user=_reader(request), project=request.project, name=name, query=where)
        messages.success(request, _("The view is saved; its address can be handed on."))
    except ApplicationError as error:
        messages.error(request, error.message)
    return redirect(reverse("coupling:findings", args=[request.project.slug]) + asked.link())


@require_POST
@project_view()
def drop(request: ProjectRequest, view_id: int) -> HttpResponse:
    """Forget one of one's own views."""
    mine = SavedView.objects.filter(project=request.project, user=_reader(request), pk=view_id)
    view = mine.first()
    if view is None:
        raise Http404
    services.drop_view(view=view)
    return redirect("coupling:findings", slug=request.project.slug)


def _reader(request: ProjectRequest) -> User:
    user = request.user
    assert isinstance(user, User)  # no project is shown to anybody else
    return user
