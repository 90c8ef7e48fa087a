"""A JSON body with an upper bound."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser, JSONParser

from apps.core.errors import ApplicationError

BODY_MAX_BYTES = 8 * 1024 * 1024


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
        body = stream.read(BODY_MAX_BYTES + 1)
        if len(body) > BODY_MAX_BYTES:
            limit = BODY_MAX_BYTES // (1024 * 1024)
            raise ApplicationError(
                "body_too_large", _("The body is larger than %d MB; send less at once.") % limit, status=413
            )
        parsed: object = JSONParser().parse(io.BytesIO(body), media_type, parser_context)
        if not isinstance(parsed, dict):
            raise ParseError("Send a JSON object.")
        return parsed
