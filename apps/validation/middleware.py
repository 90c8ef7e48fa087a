"""Lets the calls of nodes pass by what is for browsers: sessions, forms, messages, the policy of pages."""

from __future__ import annotations

from collections.abc import Callable

from django.core.handlers.exception import convert_exception_to_response
from django.http import HttpRequest, HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.urls import Resolver404, ResolverMatch, resolve
from rest_framework.response import Response

from apps.validation.api import NodeView

CALLS = "/api/v1/node/"
Answer = Callable[[HttpRequest], HttpResponseBase]


class NodeCallMiddleware:
    """Answers a node by its view alone, in the node's language; everything else goes the whole way."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response
        self.answer: Answer = LocaleMiddleware(convert_exception_to_response(_answer))  # type: ignore[assignment]

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if (match := _match(request)) is None:
            return self.get_response(request)
        request.get_host()  # refuses an address that is not ours
        request.resolver_match = match
        return self.answer(request)


def _match(request: HttpRequest) -> ResolverMatch | None:
    """Return what a node calls; only a view that asks for a node's token itself may do without the rest."""
    if not request.path_info.startswith(CALLS):
        return None
    try:
        match = resolve(request.path_info)
    except Resolver404:
        return None
    return match if issubclass(getattr(match.func, "cls", object), NodeView) else None


def _answer(request: HttpRequest) -> HttpResponseBase:
    match = request.resolver_match
    assert match is not None
    answer: Response = match.func(request, *match.args, **match.kwargs)
    answer.render()
    answer["Content-Length"] = str(len(answer.content))
    return answer
