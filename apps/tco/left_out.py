"""What was refused on the page that saves the rest: named, and kept in the address to be put right."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.http import QueryDict
from django.utils.translation import gettext as _

from apps.projects.access import ProjectRequest
from apps.tco import selectors
from apps.tco.page import faulty_in
from apps.tco.what_if import asked_in, what_if

FIELD = "left_out"
"""The form field that holds what was refused, as an address asks for it."""


def left_out_in(request: ProjectRequest) -> str:
    """Return what the page sent along as refused."""
    return request.POST.get(FIELD, "")


def tell_left_out(request: ProjectRequest) -> str:
    """Say for each refused figure that it was left out, and return the query that still holds it."""
    if not left_out_in(request):
        return ""
    found = selectors.comparison_for(request.project)
    asked = what_if(found.inputs, found.result, asked_in(QueryDict(left_out_in(request))))
    for one in faulty_in(asked.form):
        why = " ".join(map(str, one.field.errors))
        said = {"label": one.label, "typed": one.field.value(), "why": why}
        messages.warning(request, _("Saved without “%(label)s”, %(typed)s: %(why)s") % said)
    return f"?{urlencode(asked.query)}" if asked.refused else ""
