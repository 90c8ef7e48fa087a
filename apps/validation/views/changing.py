"""What people do with jobs that exist: cancel, try again, move."""

from __future__ import annotations

import re
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from apps.core.errors import ApplicationError
from apps.projects.access import Action, ProjectRequest, project_view
from apps.validation import selectors, services
from apps.validation.errors import way_to
from apps.validation.forms import MoveForm
from apps.validation.models import Job
from apps.validation.words import priority_words, stepped

UUID_FORM = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@require_POST
@project_view(Action.VALIDATE)
def cancel(request: ProjectRequest, job_id: UUID) -> HttpResponse:
    """Take the wish back."""
    services.cancel(actor=request.user, job=selectors.job_for(request.project, job_id))  # type: ignore[arg-type]
    return _to_job(request, job_id)


@require_POST
@project_view(Action.VALIDATE)
def cancel_many(request: ProjectRequest) -> HttpResponse:
    """Cancel the marked jobs; ids that are not the project's are passed over."""
    wanted = {value for value in request.POST.getlist("job") if UUID_FORM.fullmatch(value)}
    found = list(Job.objects.of(request.project).filter(pk__in=wanted).select_related("project"))
    for job in found:
        services.cancel(actor=request.user, job=job)  # type: ignore[arg-type]
    said = ngettext("%d job is canceled.", "%d jobs are canceled.", len(found)) % len(found)
    messages.success(request, said) if found else messages.warning(request, _("No job was marked."))
    return _to_queue(request)


@require_POST
@project_view(Action.VALIDATE)
def retry(request: ProjectRequest, job_id: UUID) -> HttpResponse:
    """Queue a job again, with the reason that its page asked for."""
    reason = request.POST.get("reason", "").strip()
    job = selectors.job_for(request.project, job_id)
    if not reason:
        raise _refused("reason_missing", job, _("Say why it goes again: the reason is kept beside it."))
    services.retry(actor=request.user, job=job, reason=reason)  # type: ignore[arg-type]
    messages.success(request, _("The job waits again. What was found before stays."))
    return _to_job(request, job_id)


@require_POST
@project_view(Action.VALIDATE)
def move(request: ProjectRequest, job_id: UUID) -> HttpResponse:
    """Give a waiting job another priority and another node, or none."""
    job = selectors.job_for(request.project, job_id)
    form = MoveForm(request.POST, project=request.project)
    if not form.is_valid():
        raise _refused("move_invalid", job, _("Choose a priority and a node of this project."))
    node = form.cleaned_data["node"]
    services.move(
        actor=request.user,  # type: ignore[arg-type]
        job=job,
        priority=form.cleaned_data["priority"],
        node=node,
        unpin=node is None,
    )
    messages.success(request, _("The job was moved."))
    return _to_job(request, job_id)


@require_POST
@project_view(Action.VALIDATE)
def step(request: ProjectRequest, job_id: UUID) -> HttpResponse:
    """Move a waiting job to the next higher or lower priority."""
    job = selectors.job_for(request.project, job_id)
    priority = stepped(job.priority, up=request.POST.get("step") == "up")
    services.move(actor=request.user, job=job, priority=priority)  # type: ignore[arg-type]
    messages.success(request, _("Priority: %s") % priority_words(priority))
    return _to_queue(request)


def _refused(code: str, job: Job, message: str) -> ApplicationError:
    error = ApplicationError(code, message)
    error.way = way_to(job, _("Back to the job"))
    return error


def _to_job(request: ProjectRequest, job_id: UUID) -> HttpResponse:
    return redirect("validation:job", slug=request.project.slug, job_id=job_id)


def _to_queue(request: ProjectRequest) -> HttpResponse:
    """Return to the part of the queue that the reader came from; only its query is taken over."""
    before = QueryDict(request.POST.get("back", "")).dict()
    address = reverse("validation:jobs", args=[request.project.slug])
    return redirect(f"{address}?{urlencode(before)}" if before else address)
