"""What people do with a node."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from apps.projects.access import Action, ProjectRequest, project_view
from apps.validation import selectors, services
from apps.validation.views.enrolment import code_page


@require_POST
@project_view(Action.VALIDATE)
def drain(request: ProjectRequest, node_id: UUID) -> HttpResponse:
    """Let a node finish and give it nothing new."""
    return _done(request, node_id, services.drain, _("The node finishes what it does and gets nothing new."))


@require_POST
@project_view(Action.VALIDATE)
def resume(request: ProjectRequest, node_id: UUID) -> HttpResponse:
    """Give a draining node work again."""
    return _done(request, node_id, services.resume, _("The node gets work again."))


@require_POST
@project_view(Action.VALIDATE)
def rotate(request: ProjectRequest, node_id: UUID) -> HttpResponse:
    """Hand the node a new token when it next says hello."""
    said = _("The node gets a new token within ten minutes, or when the job that it does now is over.")
    return _done(request, node_id, services.rotate_token, said)


@require_POST
@project_view(Action.VALIDATE)
def retire(request: ProjectRequest, node_id: UUID) -> HttpResponse:
    """Let a node do nothing more."""
    return _done(request, node_id, services.retire, _("The node is retired. Its results stay."))


@require_POST
@project_view(Action.VALIDATE)
def revoke(request: ProjectRequest, node_id: UUID) -> HttpResponse:
    """End the node's token now, and show the code by which it comes back."""
    node = selectors.node_for(request.project, node_id)
    issued = services.revoke_token(actor=request.user, node=node)
    return render(request, "validation/enrol.html", code_page(request, issued) | {"again": node})


def _done(request: ProjectRequest, node_id: UUID, act: Callable[..., None], said: str) -> HttpResponse:
    act(actor=request.user, node=selectors.node_for(request.project, node_id))
    messages.success(request, said)
    return redirect("validation:node", slug=request.project.slug, node_id=node_id)
