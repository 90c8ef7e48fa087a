"""What nodes write about an attempt; its token is the second proof beside the node's own."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.validation import services
from apps.validation.api import NodeView, given, node_of, wishes
from apps.validation.errors import Fenced
from apps.validation.serializers import (
    HeartbeatSerializer,
    LogSerializer,
    ReleaseSerializer,
    ResultSerializer,
)


def fence(request: Request, attempt: UUID) -> services.Fence:
    """Return who writes under which attempt."""
    return services.Fence(node_of(request), attempt, request.headers.get("X-Attempt-Token", ""))


class AttemptView(NodeView):
    """A view under an attempt; who writes under one that was never its own is remembered."""

    def handle_exception(self, error: Exception) -> Response:
        """Answer as every view does."""
        if isinstance(error, Fenced):
            services.note_foreign_write(fence(self.request, self.kwargs["attempt"]))
        return super().handle_exception(error)


class Heartbeat(AttemptView):
    """Keeps the lease."""

    @extend_schema(request=HeartbeatSerializer, responses=dict, operation_id="attempt_heartbeat")
    def post(self, request: Request, attempt: UUID) -> Response:
        """Renew the lease and say whether to stop; 409 when the attempt is over."""
        cancel = services.heartbeat(fence=fence(request, attempt), **given(HeartbeatSerializer, request))
        return Response({"cancel": cancel}, headers=wishes(request))


class Log(AttemptView):
    """Takes log lines."""

    @extend_schema(request=LogSerializer, responses={200: dict, 204: None}, operation_id="attempt_log")
    def post(self, request: Request, attempt: UUID) -> Response:
        """Keep a batch once and say when the log is full; 409 when the attempt is over."""
        kept = services.append_log(fence=fence(request, attempt), **given(LogSerializer, request))
        return Response(status=204) if kept else Response({"cut": True})


class Result(AttemptView):
    """Takes the result."""

    @extend_schema(request=ResultSerializer, responses=dict, operation_id="attempt_result")
    def post(self, request: Request, attempt: UUID) -> Response:
        """Make the result evidence; sending it again gives the same answer, 409 under a dead attempt."""
        body, by = given(ResultSerializer, request), fence(request, attempt)
        try:
            evidence = services.record_attempt(fence=by, **body)
        except Fenced:
            services.keep_late(fence=by, **body)
            raise
        return Response({"sha256": evidence.sha256})


class Release(AttemptView):
    """Takes an attempt back."""

    @extend_schema(request=ReleaseSerializer, responses={204: None}, operation_id="attempt_release")
    def post(self, request: Request, attempt: UUID) -> Response:
        """End the attempt without a result; 409 when it is over already."""
        services.release(fence=fence(request, attempt), **given(ReleaseSerializer, request))
        return Response(status=204)
