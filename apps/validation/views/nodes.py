"""The nodes of a project, and one of them."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponseBase

from apps.projects.access import ProjectRequest, project_view
from apps.validation import selectors, stamps
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
