"""A code for one more node, and the wait for it."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_POST

from apps.projects.access import Action, ProjectRequest, project_view
from apps.validation import selectors, services, stamps


@project_view(Action.VALIDATE)
def enrol(request: ProjectRequest) -> HttpResponse:
    """Say how a machine becomes a node."""
    return render(request, "validation/enrol.html", {"portal": _portal(request)})


@require_POST
@project_view(Action.VALIDATE)
def code(request: ProjectRequest) -> HttpResponse:
    """Issue an enrolment code and show it this once, with the commands to type."""
    page = code_page(request, services.issue_enrolment_code(actor=request.user, project=request.project))
    template = "validation/_code.html" if request.htmx else "validation/enrol.html"  # type: ignore[attr-defined]
    return render(request, template, page)


def code_page(request: ProjectRequest, code: str) -> dict[str, object]:
    """Return what shows a code that was issued just now, with the wait for who comes with it."""
    row = selectors.code_of(request.project, code)
    return {"portal": _portal(request), "code": code, **_wait(request, row.pk)}


@project_view(Action.VALIDATE)
def await_node(request: ProjectRequest, code_id: int) -> HttpResponseBase:
    """Say whether a machine has come with the code."""
    page = _wait(request, code_id)
    return stamps.unchanged(request, str(page["etag"])) or render(request, "validation/_await.html", page)


def _wait(request: ProjectRequest, code_id: int) -> dict[str, object]:
    used_at, node_id, is_over = stamps.code(request.project, code_id)
    came = selectors.nodes_of(request.project).filter(pk=node_id).first() if node_id and used_at else None
    etag = stamps.tag(request.membership, used_at, node_id, is_over)
    return {"code_id": code_id, "came": came, "is_over": is_over and not used_at, "etag": etag}


def _portal(request: ProjectRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")
