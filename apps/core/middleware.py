"""Turns an expected refusal into a readable page."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from apps.core.errors import ApplicationError
from apps.core.views import error_page
from migration_engine.errors import EngineError


class ErrorPageMiddleware:
    """Shows a refusal that a view let through, of the application or its engine, as the error page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer only for refusals; real faults stay faults."""
        if isinstance(error, EngineError):
            error = ApplicationError.of(error)
        if isinstance(error, ApplicationError):
            return error_page(request, error.status, error.message, way=error.way)
        return None
