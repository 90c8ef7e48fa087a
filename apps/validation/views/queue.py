"""The queue of a project, and a new job for it."""

from __future__ import annotations

import re
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from apps.core.errors import ApplicationError
from apps.projects.access import Action, ProjectRequest, project_view
from apps.validation import selectors, services, stamps
from apps.validation.forms import JobForm
from apps.validation.models import Job
from apps.validation.pages.queue import queue_page
from apps.validation.views.live import live
from migration_engine.protocol import CATALOGUE

UUID_FORM = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


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
    form = JobForm(request.POST or None, kind=kind, project=request.project, initial=_like(request))
    if request.method == "POST" and form.is_valid():
        try:
            return _requested(request, form)
        except ApplicationError as error:
            form.add_error(None, error.message)
    page = {"form": form, "kind": kind, "kinds": CATALOGUE.values()}
    return render(request, "validation/new.html", page, status=400 if form.errors else 200)


def _like(request: ProjectRequest) -> dict[str, object]:
    """Return the parameters of the job that the new one is to be like; it must be one of the project."""
    like = request.GET.get("like", "")
    if not like:
        return {}
    found = selectors.job_for(request.project, UUID(like)) if UUID_FORM.fullmatch(like) else None
    if found is None:
        raise Http404
    return {**found.parameters, "node": found.node_id}


@require_POST
@project_view(Action.VALIDATE)
def cancel_many(request: ProjectRequest) -> HttpResponse:
    """Cancel the marked jobs, all of which must be the project's."""
    wanted = {value for value in request.POST.getlist("job") if UUID_FORM.fullmatch(value)}
    found = list(Job.objects.of(request.project).filter(pk__in=wanted).select_related("project"))
    for job in found:
        services.cancel(actor=request.user, job=job)  # type: ignore[arg-type]
    said = ngettext("%d job is canceled.", "%d jobs are canceled.", len(found)) % len(found)
    messages.success(request, said) if found else messages.warning(request, _("No job was marked."))
    return redirect("validation:jobs", slug=request.project.slug)


def _requested(request: ProjectRequest, form: JobForm) -> HttpResponse:
    job = services.request_job(
        actor=request.user,  # type: ignore[arg-type]
        project=request.project,
        kind=form.kind.name,
        parameters=form.parameters(),
        node=form.cleaned_data["node"],
    )
    return redirect("validation:job", slug=request.project.slug, job_id=job.pk)
