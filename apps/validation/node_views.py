"""The nodes of a project: what they are, a code for another one, and farewell."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from apps.projects.access import Action, ProjectRequest, may, project_view
from apps.validation import selectors, services
from apps.validation.pages import node_cards


@project_view()
def nodes(request: ProjectRequest) -> HttpResponse:
    """Show the nodes; asked by htmx, answer with the cards alone."""
    template = "validation/_nodes.html" if request.htmx else "validation/nodes.html"  # type: ignore[attr-defined]
    return render(request, template, _page(request))


@require_POST
@project_view(Action.VALIDATE)
def code(request: ProjectRequest) -> HttpResponse:
    """Issue an enrolment code and show it this once, with the command to type."""
    issued = services.issue_enrolment_code(actor=request.user, project=request.project)
    command = f"npu-migrate-node enroll {request.build_absolute_uri('/').rstrip('/')} {issued}"
    template = "validation/_code.html" if request.htmx else "validation/nodes.html"  # type: ignore[attr-defined]
    return render(request, template, {**_page(request), "command": command})


@require_POST
@project_view(Action.VALIDATE)
def retire(request: ProjectRequest, node_id: UUID) -> HttpResponse:
    """Let a node do nothing more."""
    services.retire(actor=request.user, node=selectors.node_for(request.project, node_id))
    return redirect("validation:nodes", slug=request.project.slug)


def _page(request: ProjectRequest) -> dict[str, object]:
    may_validate = may(request.membership, Action.VALIDATE)
    return {"cards": node_cards(request.project), "may_validate": may_validate}
