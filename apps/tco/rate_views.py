"""Currency and rates: what other currencies are worth, and changing the currency of the comparison."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from apps.core.templatetags.texts import in_language
from apps.projects.access import Action, ProjectRequest, may, project_view
from apps.tco.currency import CurrencyForm, change_currency
from apps.tco.history_rows import history_rows
from apps.tco.quotes import RATES, currencies_in
from apps.tco.rates import RateForm, figure_of, rates_of, set_rate
from apps.tco.selectors import Comparison, comparison_for
from migration_engine.errors import ScenarioInvalid


@require_safe
@project_view()
def rates(request: ProjectRequest) -> HttpResponse:
    """List the currencies that figures are quoted in, each with its rate."""
    return _shown(request, comparison_for(request.project))


@require_POST
@project_view(Action.COST)
def rate(request: ProjectRequest) -> HttpResponse:
    """Set the rate of one currency, or take it out."""
    found, code = comparison_for(request.project), request.POST.get("code", "")
    if code not in currencies_in(found.inputs):
        raise Http404
    form = RateForm(code, figure_of(found.inputs, code), request.POST)
    drops = "drop" in request.POST
    if (drops or form.is_valid()) and _is_set(request, code, form, drops=drops):
        messages.success(request, _("Saved and calculated."))
        return redirect("tco:rates", request.project.slug)
    return _shown(request, found, sent=(code, form), status=400)


@require_POST
@project_view(Action.COST)
def convert(request: ProjectRequest) -> HttpResponse:
    """Convert every amount into another currency."""
    found = comparison_for(request.project)
    form = CurrencyForm(str(found.inputs["currency"]), request.POST)
    if form.is_valid() and _is_converted(request, form):
        words = _("All amounts are in %(currency)s now; what they were stands beside each as its quote.")
        messages.success(request, words % {"currency": form.cleaned_data["code"]})
        return redirect("tco:rates", request.project.slug)
    return _shown(request, found, form=form, status=400)


def _is_set(request: ProjectRequest, code: str, form: RateForm, *, drops: bool) -> bool:
    try:
        set_rate(
            actor=request.user,
            project=request.project,
            code=code,
            figure=None if drops else form.to_figure(),
            anew=not drops and form.cleaned_data["anew"],
        )
    except ScenarioInvalid as error:
        form.add_error(None, in_language(error.told()))
        return False
    return True


def _is_converted(request: ProjectRequest, form: CurrencyForm) -> bool:
    said = form.cleaned_data
    try:
        change_currency(
            actor=request.user,
            project=request.project,
            code=said["code"],
            rate=said["rate"],
            day=said["day"].isoformat(),
            source=said["source"],
        )
    except ScenarioInvalid as error:
        form.add_error(None, in_language(error.told()))
        return False
    return True


def _shown(
    request: ProjectRequest,
    found: Comparison,
    *,
    sent: tuple[str, RateForm] | None = None,
    form: CurrencyForm | None = None,
    status: int = 200,
) -> HttpResponse:
    currency = str(found.inputs["currency"])
    page: dict[str, Any] = {
        "currency": currency,
        "rates": rates_of(found.inputs, sent),
        "form": form or CurrencyForm(currency),
        "history": history_rows(request.project, "currency") + history_rows(request.project, RATES),
        "may_save": may(request.membership, Action.COST),
    }
    return render(request, "tco/rates.html", page, status=status)
