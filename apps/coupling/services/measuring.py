"""Counting what a scan adds to the burn-down."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from django.db import transaction
from django.db.models.functions import Now

from apps.core.queue import send_on_commit
from apps.coupling.models import HistoryPoint
from apps.coupling.services.noticing import note_changes
from apps.scans.models import Finding, Scan
from apps.scans.selectors import report_of
from migration_engine.effort import Range, estimate
from migration_engine.effort.range import total
from migration_engine.model import Coupling, FindingStatus, Layer, RuleKind, ScanReport

_PATIENCE = timedelta(seconds=60)
_BINDING = (Coupling.STRONG, Coupling.WEAK)


def store_point(*, scan_id: int) -> HistoryPoint:
    """Count and store; doing it twice gives the same row."""
    scan = Scan.objects.succeeded().get(pk=scan_id)
    report = report_of(scan)
    open_ones, effort = _open(report), _effort(report)
    layers = {
        layer: {one.value: open_ones[layer, one] for one in _BINDING} | _days(days)
        for layer, days in effort.items()
    }
    every = total(effort.values())
    counted = {
        "layers": layers,
        "strong": sum(one["strong"] for one in layers.values()),
        "weak": sum(one["weak"] for one in layers.values()),
        "scope": _scope(scan),
        **_days(every),
    }
    note_changes(scan)
    point, _made = HistoryPoint.objects.update_or_create(scan=scan, defaults=counted)
    return point


@transaction.atomic
def request_points() -> int:
    """Ring for finished scans that were not counted, at most once in a minute; return how many."""
    long_ago = Now() - _PATIENCE
    bare = Scan.objects.succeeded().filter(point=None, finished_at__lt=long_ago, updated_at__lt=long_ago)
    missing = list(bare.values_list("pk", flat=True))
    Scan.objects.filter(pk__in=missing).update(updated_at=Now())
    for scan_id in missing:
        send_on_commit("coupling.measure", scan_id)
    return len(missing)


def _open(report: ScanReport) -> Counter[tuple[str, str]]:
    kinds = {rule.id: rule.kind for rule in report.scan.ruleset.rules}
    layer_of = {one.id: one.layer.value for one in report.components}
    home = {file.path: layer_of.get(file.component, "") for file in report.scan.files}
    return Counter(
        (home.get(one.path, ""), one.coupling)
        for one in report.scan.findings
        if one.status is FindingStatus.OPEN and kinds.get(one.rule, RuleKind.COUPLING) is RuleKind.COUPLING
    )


def _effort(report: ScanReport) -> dict[str, Range]:
    layer_of = {one.id: one.layer.value for one in report.components}
    days: dict[str, list[Range]] = {layer.value: [] for layer in Layer}
    for one in estimate(report).components:
        days[layer_of[one.component]].append(one.days)
    return {layer: total(parts) for layer, parts in days.items()}


def _days(days: Range) -> dict[str, float]:
    return {"low": days.low, "likely": days.likely, "high": days.high}


def _scope(scan: Scan) -> int:
    """Every finding that was ever open, each once however often it was seen."""
    seen = Scan.objects.of(scan.project).succeeded().filter(branch=scan.branch, number__lte=scan.number)
    found = Finding.objects.filter(scan__in=seen, status=FindingStatus.OPEN, coupling__in=_BINDING)
    return found.filter(kind__in=("", RuleKind.COUPLING)).values("identity").distinct().count()
