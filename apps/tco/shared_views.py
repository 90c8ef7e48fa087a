"""What a share link shows: one snapshot on two pages, and nothing else of its project."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from apps.core.pace import is_too_fast
from apps.core.views import error_page
from apps.tco.report import report_of, subject_of
from apps.tco.sharing import opened

A_MINUTE = 60
_HEADERS = {
    "Cache-Control": "private, no-store",
    # The address is the key: it must not travel on, nor into an index.
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow, noarchive",
}


@require_safe
@login_not_required
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """Show the snapshot of a link that is open."""
    answer = _answer(request, token)
    for name, value in _HEADERS.items():
        answer[name] = value
    return answer


def _answer(request: HttpRequest, token: str) -> HttpResponse:
    if is_too_fast("shared", request, A_MINUTE):
        return error_page(request, 429, _("Too many pages were asked for at once. Try again in a minute."))
    link = opened(token)
    if link is None:
        raise Http404
    if not link.is_open:
        return error_page(request, 410, _("This link has ended. Ask whoever sent it for a new one."))
    return render(request, "tco/report.html", report_of(subject_of(link.snapshot)) | {"is_shared": True})
