"""The queue of a project, and a new job for it."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render

from apps.core.errors import ApplicationError
from apps.projects.access import Action, ProjectRequest, project_view
from apps.validation import selectors, services, stamps
from apps.validation.forms import JobForm
from apps.validation.models import Job
from apps.validation.pages.queue import queue_page
from apps.validation.views.live import live
from apps.validation.views.marked import UUID_FORM
from migration_engine.protocol import CATALOGUE


@project_view()
def jobs(request: ProjectRequest) -> HttpResponseBase:
    """List the jobs; asked for news, answer with the part that changes, or that nothing changed."""
    etag = stamps.tag(request.membership, stamps.queue(request.project))
    return live(request, "queue", etag, lambda: queue_page(request))


@project_view(Action.VALIDATE)
def new(request: ProjectRequest) -> HttpResponse:
    """Choose a kind, set its parameters, queue it."""
    kind = CATALOGUE.get(request.GET.get("kind", "inventory"))
    if kind is None:
        raise Http404
    like = _like(request)
    form = JobForm(request.POST or None, kind=kind, project=request.project, like=like)
    if request.method == "POST" and form.is_valid():
        try:
            return _requested(request, form)
        except ApplicationError as error:
            form.refuse(error)
    page = {"form": form, "kind": kind, "kinds": CATALOGUE.values(), "like": like}
    return render(request, "validation/new.html", page, status=400 if form.errors else 200)


def _like(request: ProjectRequest) -> Job | None:
    """Return the job that the new one is to be like; it must be one of the project."""
    like = request.GET.get("like", "")
    if like and not UUID_FORM.fullmatch(like):
        raise Http404
    return selectors.job_for(request.project, UUID(like)) if like else None


def _requested(request: ProjectRequest, form: JobForm) -> HttpResponse:
    job = services.request_job(
        actor=request.user,  # type: ignore[arg-type]
        project=request.project,
        kind=form.kind.name,
        **form.wishes(),
    )
    return redirect("validation:job", slug=request.project.slug, job_id=job.pk)
