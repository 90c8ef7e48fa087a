"""A page that asks for its own news: whole for a reader, only the changing part for a question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import render

from apps.projects.access import Action, ProjectRequest, may
from apps.validation import stamps

Page = dict[str, Any]


def live(
    request: ProjectRequest, name: str, etag: str, page: Callable[[], Page], whole: Callable[[], Page] = dict
) -> HttpResponseBase:
    """Answer that nothing changed, or with the template of this name, or with its part `_name`.

    PAGE makes what both show, WHOLE what only a reader's first view needs besides.
    """
    unchanged = stamps.unchanged(request, etag)
    if unchanged is not None:
        return unchanged
    is_asking = request.htmx  # type: ignore[attr-defined]
    shown = page() | {"may_validate": may(request.membership, Action.VALIDATE), "etag": etag}
    template = f"validation/_{name}.html" if is_asking else f"validation/{name}.html"
    answer = render(request, template, shown if is_asking else shown | whole())
    answer["ETag"] = etag
    return answer
