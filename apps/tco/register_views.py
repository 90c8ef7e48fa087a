"""The assumptions register: look through it, change one input in its place."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS, PermissionDenied, ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from apps.core.templatetags.texts import in_language
from apps.projects.access import Action, ProjectRequest, may, project_view
from apps.tco.assumption_form import AssumptionForm
from apps.tco.assumptions import FigureMoved, change_figure, fingerprint
from apps.tco.history import history_of
from apps.tco.history_rows import history_rows
from apps.tco.quotes import currencies_in
from apps.tco.register_page import Asked, register_page
from apps.tco.selectors import Comparison, comparison_for
from migration_engine.errors import ScenarioInvalid
from migration_engine.tco.keys import BY_PATH

_USUAL = ("CNY", "EUR", "HKD", "JPY", "SGD", "USD")


@require_http_methods(["GET", "HEAD", "POST"])
@project_view()
def register(request: ProjectRequest) -> HttpResponse:
    """List every input; `edit` in the address opens the form of one and its history."""
    found = comparison_for(request.project)
    path = _path(request)
    if request.method == "POST":
        return _change(request, found, path)
    form = AssumptionForm(found.inputs, path) if path else None
    return _shown(request, found, path, form)


def _path(request: ProjectRequest) -> str:
    path = request.POST.get("path", "") if request.method == "POST" else request.GET.get("edit", "")
    if path and path not in BY_PATH:
        raise Http404
    return path


def _change(request: ProjectRequest, found: Comparison, path: str) -> HttpResponse:
    if not may(request.membership, Action.COST):
        raise PermissionDenied
    if not path:
        raise Http404
    form = AssumptionForm(found.inputs, path, request.POST)
    if form.is_valid() and _is_stored(request, path, form):
        messages.success(request, _("Saved and calculated. The old figure stays in the history."))
        if form.keeps_old_source:
            messages.info(request, _SOURCE_LEFT)
        query = request.GET.copy()
        query["edit"] = path
        return redirect(f"{reverse('tco:register', args=[request.project.slug])}?{query.urlencode()}#edit")
    return _shown(request, found, path, form)


def _is_stored(request: ProjectRequest, path: str, form: AssumptionForm) -> bool:
    """Tell whether the figure was stored; the form says why it was not."""
    try:
        change_figure(
            actor=request.user,
            project=request.project,
            path=path,
            figure=form.to_figure(request.user),
            shown=request.POST.get("shown", ""),
            reason=form.cleaned_data["reason"],
        )
    except FigureMoved:
        form.add_error(None, ValidationError(_moved(request, path), code="moved"))
        return False
    except ScenarioInvalid as error:
        form.add_error(None, in_language(error.told()))
        return False
    return True


def _shown(
    request: ProjectRequest, found: Comparison, path: str, form: AssumptionForm | None
) -> HttpResponse:
    page: dict[str, Any] = register_page(found, Asked.of(request.GET)) | {
        "edited": path,
        "currency": str(found.inputs["currency"]),
        "currencies": sorted({*_USUAL, *currencies_in(found.inputs)}),
        "shown": fingerprint(found.inputs, path) if path else "",
        "form": form,
        "history": history_rows(request.project, path) if path else [],
        "may_save": may(request.membership, Action.COST),
    }
    return render(request, "tco/register.html", page, status=_status(form))


def _status(form: AssumptionForm | None) -> int:
    if form is None or not form.errors:
        return 200
    return 409 if form.has_error(NON_FIELD_ERRORS, "moved") else 400


def _moved(request: ProjectRequest, path: str) -> str:
    """Name who changed the figure; whoever it is may be the reader, in another window."""
    last = next(iter(history_of(request.project, [path])), None)
    who = last.scenario.saved_by if last else ""
    words = _MOVED_BY_YOU if who == str(request.user) else _MOVED if who else _MOVED_ALONE
    return f"{words % {'who': who}} {_MOVED_SINCE}"


_SOURCE_LEFT = gettext_lazy(
    "The old source has not said the new value: it stands as entered by you, without a source. "
    "Enter origin and source if there is one."
)
_MOVED = gettext_lazy("%(who)s has changed this figure meanwhile.")
_MOVED_BY_YOU = gettext_lazy("You changed this figure yourself meanwhile, in another window.")
_MOVED_ALONE = gettext_lazy("Another figure stands here meanwhile.")
_MOVED_SINCE = gettext_lazy(
    "The history below shows it, the fields hold what you entered here. Nothing was saved. Save again to put "
    "it in its place, or close to leave it."
)
