"""What people do with the jobs that they marked in the queue; ids of other projects are passed over."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from apps.projects.access import Action, ProjectRequest, project_view
from apps.validation import services
from apps.validation.models import Job

UUID_FORM = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@require_POST
@project_view(Action.VALIDATE)
def cancel_many(request: ProjectRequest) -> HttpResponse:
    """Cancel those that have not ended."""
    canceled = sum(services.cancel(actor=request.user, job=job) for job in _marked(request))  # type: ignore[arg-type]
    said = ngettext("%d job is canceled.", "%d jobs are canceled.", canceled) % canceled
    return _told(request, said if canceled else "")


@require_POST
@project_view(Action.VALIDATE)
def retry_many(request: ProjectRequest) -> HttpResponse:
    """Queue those again that can go again, with one reason for all."""
    reason = request.POST.get("reason", "").strip()
    if not reason:
        messages.warning(request, _("Say why it goes again: the reason is kept beside it."))
        return to_queue(request)
    again = services.retry_all(actor=request.user, jobs=_marked(request), reason=reason)  # type: ignore[arg-type]
    said = ngettext("%d job waits again.", "%d jobs wait again.", again) % again
    return _told(request, said if again else "")


def _marked(request: ProjectRequest) -> list[Job]:
    wanted = {value for value in request.POST.getlist("job") if UUID_FORM.fullmatch(value)}
    marked = Job.objects.of(request.project).filter(pk__in=wanted)
    return list(marked.select_related("project").order_by("created_at"))


def _told(request: ProjectRequest, said: str) -> HttpResponse:
    if said:
        messages.success(request, said)
    else:
        messages.warning(request, _("No job was marked with which this can be done."))
    return to_queue(request)


def to_queue(request: ProjectRequest) -> HttpResponse:
    """Return to the part of the queue that the reader came from; only its query is taken over."""
    before = QueryDict(request.POST.get("back", "")).dict()
    address = reverse("validation:jobs", args=[request.project.slug])
    return redirect(f"{address}?{urlencode(before)}" if before else address)
