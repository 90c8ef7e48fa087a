"""What people do with jobs that exist: cancel, try again, move."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from apps.core.errors import ApplicationError
from apps.projects.access import Action, ProjectRequest, project_view
from apps.validation import selectors, services
from apps.validation.errors import way_to
from apps.validation.forms import MoveForm
from apps.validation.models import Job
from apps.validation.views.marked import to_queue
from apps.validation.words import priority_words, stepped


@require_POST
@project_view(Action.VALIDATE)
def cancel(request: ProjectRequest, job_id: UUID) -> HttpResponse:
    """Take the wish back."""
    services.cancel(actor=request.user, job=selectors.job_for(request.project, job_id))  # type: ignore[arg-type]
    return _to_job(request, job_id)


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
    return to_queue(request)


def _refused(code: str, job: Job, message: str) -> ApplicationError:
    error = ApplicationError(code, message)
    error.way = way_to(job, _("Back to the job"))
    return error


def _to_job(request: ProjectRequest, job_id: UUID) -> HttpResponse:
    return redirect("validation:job", slug=request.project.slug, job_id=job_id)
