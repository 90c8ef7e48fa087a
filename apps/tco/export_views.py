"""The comparison to take away: workbook, months, print; of today or of a snapshot."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from apps.projects.access import ProjectRequest, project_view
from apps.tco.models import Snapshot
from apps.tco.report import report_of, subject_now, subject_of
from apps.tco.selectors import comparison_for
from migration_engine.export.months import months_csv
from migration_engine.export.workbook import dossier_of, to_workbook
from migration_engine.tco import evaluate, load_scenario

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_safe
@project_view()
def workbook(request: ProjectRequest) -> HttpResponse:
    """Send the workbook in the reader's language."""
    inputs, name = _asked(request)
    content = to_workbook(dossier_of(load_scenario(inputs), timezone.localdate()), get_language() or "en")
    return _file(content, XLSX, f"{name}.xlsx")


@require_safe
@project_view()
def months(request: ProjectRequest) -> HttpResponse:
    """Send the months as comma-separated values."""
    inputs, name = _asked(request)
    content = months_csv(evaluate(load_scenario(inputs)))
    return _file(content.encode(), "text/csv; charset=utf-8", f"{name}.csv")


@require_safe
@project_view()
def paper(request: ProjectRequest) -> HttpResponse:
    """Show the two pages that print."""
    snapshot = _snapshot(request)
    subject = subject_of(snapshot) if snapshot else subject_now(request.project)
    return render(request, "tco/report.html", report_of(subject) | {"is_shared": False})


def _asked(request: ProjectRequest) -> tuple[dict[str, object], str]:
    """The inputs to calculate, and what the file is called."""
    snapshot = _snapshot(request)
    slug = request.project.slug
    if snapshot:
        return snapshot.inputs, f"{slug}-cost-snapshot-{snapshot.number}"
    return comparison_for(request.project).inputs, f"{slug}-cost"


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
