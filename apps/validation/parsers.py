"""A JSON body with an upper bound."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

BODY_MAX_BYTES = 8 * 1024 * 1024


class BoundedJSONParser(JSONParser):
    """Reads at most BODY_MAX_BYTES, whatever the length that was announced."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Return the document. Raises ParseError when it is too long or no JSON object."""
        body = stream.read(BODY_MAX_BYTES + 1)
        if len(body) > BODY_MAX_BYTES:
            raise ParseError(f"The body is longer than {BODY_MAX_BYTES} bytes.")
        parsed = super().parse(io.BytesIO(body), media_type, parser_context)
        if not isinstance(parsed, dict):
            raise ParseError("Send a JSON object.")
        return parsed
