"""Bodies with an upper bound: JSON, and raw chunks of files."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser, JSONParser

from apps.core.errors import ApplicationError

BODY_MAX_BYTES = 8 * 1024 * 1024
CHUNK_MAX_BYTES = 1024 * 1024


class BoundedJSONParser(BaseParser):
    """Reads at most BODY_MAX_BYTES, whatever the length that was announced.

    It is no JSONParser: for those the framework reads the whole body first, at most 2.5 MB of it.
    """

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Return the document.

        Raises ApplicationError (413) when it is too long, ParseError when it is no JSON object.
        """
        body = _bounded(stream, BODY_MAX_BYTES)
        parsed: object = JSONParser().parse(io.BytesIO(body), media_type, parser_context)
        if not isinstance(parsed, dict):
            raise ParseError("Send a JSON object.")
        return parsed


class ChunkParser(BaseParser):
    """Takes a chunk as it is, at most CHUNK_MAX_BYTES of it."""

    media_type = "application/octet-stream"

    def parse(  # type: ignore[override]
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return the bytes.

        Raises ApplicationError (413) for too many, ParseError when fewer came than were announced.
        """
        chunk = _bounded(stream, CHUNK_MAX_BYTES)
        announced = parser_context["request"].META.get("CONTENT_LENGTH", "") if parser_context else ""
        if announced and int(announced) != len(chunk):
            raise ParseError("The connection ended in the middle of the chunk; send it again.")
        return chunk


def _bounded(stream: IO[Any], most: int) -> bytes:
    body: bytes = stream.read(most + 1)
    if len(body) > most:
        raise ApplicationError(
            "body_too_large",
            _("The body is larger than %d MB; send less at once.") % (most // 2**20),
            status=413,
        )
    return body
