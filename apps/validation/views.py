"""The jobs of a project: the list, a new one, and one with its life, log and result."""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from apps.core.errors import ApplicationError
from apps.projects.access import Action, ProjectRequest, may, project_view
from apps.validation import selectors, services
from apps.validation.forms import JobForm
from apps.validation.pages import job_page, job_rows
from migration_engine.protocol import CATALOGUE


@project_view()
def jobs(request: ProjectRequest) -> HttpResponse:
    """List the jobs, newest first; asked by htmx, answer with the table alone."""
    page = Paginator(selectors.jobs_of(request.project), 25).get_page(request.GET.get("page"))
    template = "validation/_jobs.html" if request.htmx else "validation/jobs.html"  # type: ignore[attr-defined]
    rows = job_rows(request.project, page)
    may_validate = may(request.membership, Action.VALIDATE)
    return render(request, template, {"page": page, "rows": rows, "may_validate": may_validate})


@project_view(Action.VALIDATE)
def new(request: ProjectRequest) -> HttpResponse:
    """Choose a kind, set its parameters, queue it."""
    kind = CATALOGUE.get(request.GET.get("kind", "inventory"))
    if kind is None:
        raise Http404
    form = JobForm(request.POST or None, kind=kind, project=request.project)
    if request.method == "POST" and form.is_valid():
        try:
            return _requested(request, form)
        except ApplicationError as error:
            form.add_error(None, error.message)
    page = {"form": form, "kind": kind, "kinds": CATALOGUE.values()}
    return render(request, "validation/new.html", page, status=400 if form.errors else 200)


def _requested(request: ProjectRequest, form: JobForm) -> HttpResponse:
    job = services.request_job(
        actor=request.user,  # type: ignore[arg-type]
        project=request.project,
        kind=form.kind.name,
        parameters=form.parameters(),
        node=form.cleaned_data["node"],
    )
    return redirect("validation:job", slug=request.project.slug, job_id=job.pk)


@project_view()
def job(request: ProjectRequest, job_id: UUID) -> HttpResponse:
    """Show one job; asked by htmx, answer with the part that changes."""
    page = job_page(request.project, selectors.job_for(request.project, job_id))
    page["may_validate"] = may(request.membership, Action.VALIDATE)
    template = "validation/_live.html" if request.htmx else "validation/job.html"  # type: ignore[attr-defined]
    return render(request, template, page)


@require_POST
@project_view(Action.VALIDATE)
def cancel(request: ProjectRequest, job_id: UUID) -> HttpResponse:
    """Take the wish back."""
    services.cancel(actor=request.user, job=selectors.job_for(request.project, job_id))  # type: ignore[arg-type]
    return redirect("validation:job", slug=request.project.slug, job_id=job_id)


@project_view()
def document(request: ProjectRequest, job_id: UUID) -> HttpResponse:
    """Hand out the result exactly as it was hashed."""
    evidence = selectors.evidence_of(selectors.job_for(request.project, job_id))
    if evidence is None:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="{evidence.kind}-{evidence.sha256[:12]}.json"'}
    return HttpResponse(bytes(evidence.document), content_type="application/json", headers=headers)
