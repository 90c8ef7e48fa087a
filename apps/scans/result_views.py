"""What a finished scan says of itself: its coverage in full, and what it knows of the models."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from apps.projects.access import ProjectRequest, project_view
from apps.scans import selectors
from apps.scans.facts import facts_page
from apps.scans.templatetags.coverage import by_reason
from migration_engine.operators.table import VERSIONS

PAGE_SIZE = 50


@require_GET
@project_view()
def coverage(request: ProjectRequest, number: int) -> HttpResponse:
    """List every path that was not read, all of them or those of one reason."""
    scan = selectors.finished(selectors.scan_for(request.project, number))
    groups = by_reason(scan.coverage.get("skipped", []))
    asked = request.GET.get("reason", "")
    chosen = [group for group in groups if group.key == asked]
    shown = [(path, group.reason) for group in chosen or groups for path in group.all]
    page = Paginator(shown, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {"scan": scan, "groups": groups, "reason": asked if chosen else "", "page": page}
    return render(request, "scans/coverage.html", context)


@require_GET
@project_view()
def facts(request: ProjectRequest, number: int) -> HttpResponse:
    """Show what the scan knows of the models, against the chosen version of torch_npu."""
    scan = selectors.finished(selectors.scan_for(request.project, number))
    asked = request.GET.get("torch_npu", "")
    version = asked if asked in VERSIONS else VERSIONS[-1]
    known = facts_page(selectors.report_of(scan).scan, version, request.GET.get("state", ""))
    page = Paginator(known.operators, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {"scan": scan, "known": known, "page": page, "versions": VERSIONS[::-1]}
    return render(request, "scans/facts.html", context)
