"""The questions that lead to a verdict, one a page."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from apps.projects.access import ProjectRequest, project_view
from apps.tco import selectors
from apps.tco.questions import QUESTIONS
from apps.tco.what_if import asked_in, what_if
from apps.tco.wizard import tidy, wizard_of


@require_safe
@project_view()
def questions(request: ProjectRequest) -> HttpResponse:
    """Ask one question; behind the last one stands the answer."""
    found = selectors.comparison_for(request.project)
    sent = asked_in(request.GET)
    answers = tidy(found.inputs, sent)
    asked = what_if(found.inputs, found.result, answers)
    step = _step(sent.get("step", ""))
    if step > len(QUESTIONS) and not asked.refused:
        return redirect(f"{reverse('tco:scenario', args=[request.project.slug])}?{urlencode(answers)}")
    if sent.keys() - {"step"} != answers.keys() and not asked.refused:
        return redirect(f"{request.path}?{urlencode({**answers, 'step': step})}")
    page = wizard_of(asked, step) | {"comparison": found}
    return render(request, "tco/questions.html", page, status=400 if asked.refused else 200)


def _step(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 1
