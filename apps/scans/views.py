"""The scans of a project: the list, a new one, its progress and its document."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_POST

from apps.core.errors import ApplicationError
from apps.projects.access import Action, ProjectRequest, project_view
from apps.scans import selectors, services
from apps.scans.forms import ArchiveForm, DocumentForm, GitForm
from apps.scans.likeness import likeness_of
from apps.scans.models import Scan, State
from apps.scans.steps import steps_of

FORMS = {"archive": ArchiveForm, "git": GitForm, "document": DocumentForm}


@project_view()
def scan_list(request: ProjectRequest) -> HttpResponse:
    """List the scans, newest first."""
    page = Paginator(selectors.scans_of(request.project), 25).get_page(request.GET.get("page"))
    shown = {"page": page, "project_branch": selectors.branch_of(request.project)}
    return render(request, "scans/list.html", shown)


@sensitive_post_parameters("git_token")
@project_view(Action.SCAN)
def new(request: ProjectRequest) -> HttpResponse:
    """Take in an archive, a Git address or a scan document."""
    kind = request.POST.get("kind") or request.GET.get("kind") or "archive"
    kind = kind if kind in FORMS else "archive"
    asked = {name: request.GET.get(name, "") for name in ("git_url", "git_ref")}
    asked |= {"branch": selectors.branch_of(request.project) or ""} if kind == "archive" else {}
    form = FORMS[kind](request.POST or None, request.FILES or None, initial=asked)
    if request.method == "POST" and form.is_valid():
        try:
            scan = _receive(request, kind, form.cleaned_data)
            return redirect("scans:detail", slug=request.project.slug, number=scan.number)
        except ApplicationError as error:
            form.add_error(next(iter(form.fields)), error.message)
    return render(request, "scans/new.html", {"form": form, "kind": kind}, status=400 if form.errors else 200)


def _receive(request: ProjectRequest, kind: str, given: dict[str, Any]) -> Scan:
    actor, project = request.user, request.project
    if kind == "git":
        url, ref, token = given["git_url"], given["git_ref"], given["git_token"]
        return services.receive_git(actor=actor, project=project, url=url, ref=ref, token=token)
    if kind == "document":
        file = given["document"]
        content, own = file.read(services.DOCUMENT_MAX_BYTES + 1), selectors.branch_of(project) or ""
        told = {"branch": given["branch"], "otherwise": own}
        return services.receive_document(
            actor=actor, project=project, name=file.name, content=content, **told
        )
    file, branch = given["archive"], given["branch"]
    return services.receive_archive(
        actor=actor, project=project, name=file.name, chunks=file.chunks(), branch=branch
    )


@project_view()
def detail(request: ProjectRequest, number: int) -> HttpResponse:
    """Show how far a scan is; asked by htmx, answer with the part that changes."""
    scan = selectors.scan_for(request.project, number)
    template = "scans/_progress.html" if request.htmx else "scans/detail.html"  # type: ignore[attr-defined]
    page = {"scan": scan, "steps": steps_of(scan), "can_retry": services.is_kept(scan)}
    if scan.state == State.SUCCEEDED:
        page |= {"project_branch": selectors.branch_of(request.project), "likeness": likeness_of(scan)}
    return render(request, template, page)


@require_POST
@project_view(Action.SCAN)
def retry(request: ProjectRequest, number: int) -> HttpResponse:
    """Queue a failed scan again."""
    scan = selectors.scan_for(request.project, number)
    services.retry_scan(actor=request.user, scan=scan)
    return redirect("scans:detail", slug=request.project.slug, number=number)


@require_POST
@project_view(Action.SCAN)
def choose_branch(request: ProjectRequest, number: int) -> HttpResponse:
    """Make the branch of this scan the one that map, plan and history show."""
    scan = selectors.finished(selectors.scan_for(request.project, number))
    if services.choose_branch(actor=request.user, scan=scan):
        messages.success(request, _("Map, plan and history show this branch from now on."))
    return redirect("scans:detail", slug=request.project.slug, number=number)


@require_GET
@project_view()
def document(request: ProjectRequest, number: int) -> HttpResponse:
    """Hand out the scan document as it is stored."""
    scan = selectors.scan_for(request.project, number)
    content = selectors.document_of(selectors.finished(scan))
    name = f"{request.project.slug}-scan-{number}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type="application/json", headers=headers)


@project_view()
def badge(request: ProjectRequest) -> HttpResponse:
    """Say in the top bar how the newest scan stands."""
    return render(request, "scans/_badge.html", {"scan": selectors.newest_scan(request.project)})
