"""The error that services raise for people, and how the API shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language
from rest_framework.response import Response
from rest_framework.views import exception_handler

from migration_engine.errors import EngineError


class ApplicationError(Exception):
    """A refusal with a stable code, a message that says what to do next, and an HTTP status."""

    # Where the next step is taken and what it is called, for the errors that know.
    way: tuple[str, str] | None = None
    # The JSON pointer of what was wrong in a document, for those that are about one.
    place = ""
    # What a program needs beside the words, in the answer of the API.
    details: Mapping[str, object] = {}

    def __init__(self, code: str, message: str, *, status: int = 400) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status

    @classmethod
    def of(cls, error: EngineError) -> ApplicationError:
        """Return the application's form of an engine error, in the reader's language."""
        made = cls(error.code, error.told().in_language(get_language() or ""))
        made.place = error.place
        return made


def api_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return {code, message} for every expected failure; DRF's own errors keep their detail."""
    if isinstance(error, EngineError):
        error = ApplicationError.of(error)
    if isinstance(error, ApplicationError):
        return Response({**error.details, "code": error.code, "message": error.message}, status=error.status)
    return exception_handler(error, context)
