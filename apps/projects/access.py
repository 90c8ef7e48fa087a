"""The permission boundary: which role may do which action, and the decorator that every page uses."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from apps.projects.models import Membership, Project, Role


class Action(StrEnum):
    """What a member can want to do."""

    VIEW = "view"
    SCAN = "scan"
    PLAN = "plan"
    TRIAGE = "triage"
    COST = "cost"
    VALIDATE = "validate"
    MANAGE = "manage"
    APPROVE = "approve"


ALLOWED: dict[str, frozenset[Action]] = {
    # Who makes the figures does not sign for the money.
    Role.ARCHITECT: frozenset(Action) - {Action.APPROVE},
    Role.MANAGER: frozenset({Action.VIEW, Action.TRIAGE, Action.COST, Action.MANAGE, Action.APPROVE}),
    Role.OPERATOR: frozenset({Action.VIEW, Action.TRIAGE, Action.VALIDATE}),
    Role.VIEWER: frozenset({Action.VIEW}),
}


class ProjectRequest(HttpRequest):
    """A request whose project was resolved for a signed-in member."""

    project: Project
    membership: Membership


def may(membership: Membership, action: Action) -> bool:
    """Tell whether the member's role covers the action."""
    return action in ALLOWED[membership.role]


def enter(request: HttpRequest, slug: str, action: Action) -> Membership:
    """Set request.project and request.membership, and return the latter.

    Raises Http404 for strangers, so that a foreign slug says nothing, and PermissionDenied for a role
    that lacks the action.
    """
    membership = get_object_or_404(
        Membership.objects.select_related("project", "user"), project__slug=slug, user_id=request.user.pk
    )
    request.project = membership.project  # type: ignore[attr-defined]
    request.membership = membership  # type: ignore[attr-defined]
    if not may(membership, action):
        raise PermissionDenied
    return membership


def project_view(action: Action = Action.VIEW) -> Callable[[Callable[..., Any]], Callable[..., HttpResponse]]:
    """Wrap a view at /p/<slug>/…; it is called with a ProjectRequest and without the slug."""

    def decorate(view: Callable[..., Any]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def entered(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
            enter(request, slug, action)
            answer: HttpResponse = view(request, *args, **kwargs)
            return answer

        return entered

    return decorate
