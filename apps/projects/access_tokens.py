"""Access tokens of pipelines: made once, shown once, known by their hash."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.http import Http404
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from apps.core import audit
from apps.core.tokens import hash_of
from apps.projects.access import Action, enter
from apps.projects.models import AccessToken, Membership, Project

SCHEME, PREFIX = "Bearer", "npm_"
_EVERY = timedelta(minutes=1)


@transaction.atomic
def make_token(*, actor: User, project: Project, name: str, days: int) -> str:
    """Store a new token and return it; the token itself is kept nowhere."""
    token = PREFIX + secrets.token_urlsafe(32)
    made = AccessToken.objects.create(
        project=project,
        user=actor,
        name=name,
        token_hash=hash_of(token),
        expires_at=timezone.now() + timedelta(days=days),
    )
    audit.record(actor, "token.made", name, project_slug=project.slug, token=made.pk, days=days)
    return token


@transaction.atomic
def revoke_token(*, actor: User, token: AccessToken) -> None:
    """End a token; one that had ended stays as it is."""
    if AccessToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()):
        audit.record(actor, "token.revoked", token.name, project_slug=token.project.slug, token=token.pk)


def enter_by_program(request: Request, slug: str, action: Action) -> Membership:
    """The same as `enter`; a token opens its own project only."""
    if isinstance(request.auth, AccessToken) and request.auth.project.slug != slug:
        raise Http404
    return enter(request, slug, action)


class TokenAuthentication(BaseAuthentication):
    """Makes request.user the member for whom the token acts."""

    def authenticate(self, request: Request) -> tuple[User, AccessToken] | None:
        """Return the member and the token, None without one. Raises AuthenticationFailed for a dead one."""
        scheme, _, sent = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme != SCHEME or not sent:
            return None
        known = AccessToken.objects.select_related("project", "user").filter(token_hash=hash_of(sent)).first()
        if known is None or known.is_over or not known.user.is_active:
            raise AuthenticationFailed("This token is unknown, was revoked or has expired. Make a new one.")
        if known.used_at is None or known.used_at < timezone.now() - _EVERY:
            AccessToken.objects.filter(pk=known.pk).update(used_at=timezone.now())
        return known.user, known

    def authenticate_header(self, request: Request) -> str:
        """Make a refusal a 401."""
        return SCHEME


class TokenAuthenticationScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describes the token in the API schema."""

    target_class = "apps.projects.access_tokens.TokenAuthentication"
    name = "accessToken"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Return the OpenAPI form."""
        return {"type": "http", "scheme": "bearer"}
