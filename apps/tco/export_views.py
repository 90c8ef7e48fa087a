"""The comparison to take away: workbook, months, print; of today, of a what-if, or of a snapshot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from apps.core.errors import ApplicationError
from apps.projects.access import ProjectRequest, project_view
from apps.tco.models import Snapshot
from apps.tco.page import faulty_in
from apps.tco.report import report_of, subject_now, subject_of
from apps.tco.selectors import comparison_for
from apps.tco.sensitivity import sensitivity_of
from apps.tco.what_if import WhatIf, asked_in, what_if, what_if_note
from migration_engine.export.months import months_csv
from migration_engine.export.workbook import Dossier, to_workbook
from migration_engine.tco import evaluate, load_scenario
from migration_engine.tco.register import register

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_safe
@project_view()
def workbook(request: ProjectRequest) -> HttpResponse:
    """Send the workbook in the reader's language."""
    asked = _asked(request)
    scenario, analyses = load_scenario(asked.inputs), sensitivity_of(asked.inputs)
    entries = register(scenario, analyses.tornado, timezone.localdate())
    dossier = Dossier(
        scenario, evaluate(scenario), entries, analyses.tornado, analyses.simulation, asked.note
    )
    return _file(to_workbook(dossier, get_language() or "en"), XLSX, f"{asked.name}.xlsx")


@require_safe
@project_view()
def months(request: ProjectRequest) -> HttpResponse:
    """Send the months as comma-separated values."""
    asked = _asked(request)
    content = months_csv(evaluate(load_scenario(asked.inputs)), asked.note)
    return _file(content.encode(), "text/csv; charset=utf-8", f"{asked.name}.csv")


@require_safe
@project_view()
def paper(request: ProjectRequest) -> HttpResponse:
    """Show the two pages that print."""
    snapshot = _snapshot(request)
    subject = subject_of(snapshot) if snapshot else subject_now(request.project, _what_if(request))
    return render(request, "tco/report.html", report_of(subject) | {"is_shared": False})


@dataclass(frozen=True, slots=True)
class Asked:
    """What is exported: its inputs, what the file is called, and what it is where it is not what counts."""

    inputs: dict[str, Any]
    name: str
    note: str = ""


def _asked(request: ProjectRequest) -> Asked:
    snapshot, slug = _snapshot(request), request.project.slug
    if snapshot:
        note = _("Snapshot %(number)s") % {"number": snapshot.number}
        return Asked(snapshot.inputs, f"{slug}-cost-snapshot-{snapshot.number}", note)
    asked = _what_if(request)
    if asked.changed:
        return Asked(asked.inputs, f"{slug}-cost-what-if", what_if_note(asked))
    return Asked(asked.inputs, f"{slug}-cost")


def _what_if(request: ProjectRequest) -> WhatIf:
    found = comparison_for(request.project)
    asked = what_if(found.inputs, found.result, asked_in(request.GET))
    if asked.refused:
        faults = (f"{one.label}: {' '.join(map(str, one.field.errors))}" for one in faulty_in(asked.form))
        raise ApplicationError("what_if_refused", " ".join(faults))
    return asked


def _snapshot(request: ProjectRequest) -> Snapshot | None:
    number = request.GET.get("snapshot")
    if number is None:
        return None
    known = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0
    return get_object_or_404(Snapshot, project=request.project, number=known)


def _file(content: bytes, kind: str, name: str) -> HttpResponse:
    return HttpResponse(
        content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
