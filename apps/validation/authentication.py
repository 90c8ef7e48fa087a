"""Knowing a node by its token."""

from __future__ import annotations

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from apps.core.tokens import hash_of
from apps.validation.models import Node
from apps.validation.services import token_was_used

SCHEME = "Bearer"


class NodeAuthentication(BaseAuthentication):
    """Makes request.user the node whose token the request carries."""

    def authenticate(self, request: Request) -> tuple[Node, None]:
        """Return the node. Raises AuthenticationFailed for everybody else, people included."""
        scheme, _, token = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme != SCHEME or not token:
            raise AuthenticationFailed("Send the node's token: Authorization: Bearer …")
        known = hash_of(token)
        node = Node.objects.bearer_of(known)
        if node is None:
            raise AuthenticationFailed("This node is unknown or was retired. Enrol it again.")
        if node.old_token_hash and node.token_hash == known:
            token_was_used(node)
        return node, None

    def authenticate_header(self, request: Request) -> str:
        """Make a refusal a 401."""
        return SCHEME


class NodeAuthenticationScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describes the node token in the API schema."""

    target_class = "apps.validation.authentication.NodeAuthentication"
    name = "nodeToken"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Return the OpenAPI form."""
        return {"type": "http", "scheme": "bearer"}
