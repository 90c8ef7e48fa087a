"""How a node hands in files: announced as JSON, then sent in raw chunks."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.validation import services
from apps.validation.api import given
from apps.validation.api_attempts import AttemptView, fence
from apps.validation.errors import BadBody
from apps.validation.models import Artifact
from apps.validation.parsers import ChunkParser
from apps.validation.serializers import ArtifactSerializer


class Artifacts(AttemptView):
    """Takes announcements."""

    @extend_schema(request=ArtifactSerializer, responses=dict, operation_id="attempt_artifact")
    def post(self, request: Request, attempt: UUID) -> Response:
        """Return the file's id and how much of it has come; asked again, the same file."""
        artifact = services.announce_artifact(
            fence=fence(request, attempt), **given(ArtifactSerializer, request)
        )
        return Response(_standing(artifact))


class Content(AttemptView):
    """Takes the bytes of an announced file."""

    parser_classes = (ChunkParser,)  # type: ignore[assignment]

    @extend_schema(
        request={"application/octet-stream": OpenApiTypes.BINARY},
        parameters=[OpenApiParameter("offset", int)],
        responses=dict,
        operation_id="attempt_artifact_content",
    )
    def put(self, request: Request, attempt: UUID, artifact: UUID) -> Response:
        """Add a chunk where the bytes so far end; 409 says where that is."""
        received = services.receive_chunk(
            fence=fence(request, attempt),
            artifact=artifact,
            offset=_offset(request),
            chunk=_chunk(request),
        )
        return Response(_standing(received))


def _offset(request: Request) -> int:
    text = request.query_params.get("offset", "")
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise BadBody({"offset": ["Give the number of bytes that went before."]})
    return int(text)


def _chunk(request: Request) -> bytes:
    # Of an empty body the framework makes an empty form, whatever its type.
    if not request.data:
        raise BadBody("The chunk is empty.")
    return cast(bytes, request.data)


def _standing(artifact: Artifact) -> dict[str, object]:
    complete = artifact.complete_at is not None
    return {"artifact": str(artifact.pk), "received": artifact.received, "complete": complete}
