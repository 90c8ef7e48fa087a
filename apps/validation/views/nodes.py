"""The nodes of a project, and one of them."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from apps.projects.access import Action, ProjectRequest, project_view
from apps.validation import selectors, services, stamps
from apps.validation.pages.node import node_page
from apps.validation.pages.nodes import nodes_page
from apps.validation.views.live import live


@project_view()
def nodes(request: ProjectRequest) -> HttpResponseBase:
    """Show the nodes; asked for news, answer with the part that changes, or that nothing changed."""
    etag = stamps.tag(request.membership, stamps.nodes(request.project))
    return live(request, "nodes", etag, lambda: nodes_page(request.project, request.GET.get("state", "")))


@project_view()
def node(request: ProjectRequest, node_id: UUID) -> HttpResponseBase:
    """Show one node; asked for news, answer with the part that changes, or that nothing changed."""
    etag = stamps.tag(request.membership, stamps.node(request.project, node_id))
    return live(request, "node", etag, lambda: node_page(selectors.node_for(request.project, node_id)))


@require_POST
@project_view(Action.VALIDATE)
def retire(request: ProjectRequest, node_id: UUID) -> HttpResponse:
    """Let a node do nothing more."""
    services.retire(actor=request.user, node=selectors.node_for(request.project, node_id))
    messages.success(request, _("The node is retired. Its results stay."))
    return redirect("validation:node", slug=request.project.slug, node_id=node_id)
