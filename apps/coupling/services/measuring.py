"""Counting what a scan adds to the burn-down, from its drawn map: the same numbers as the lists beside it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import numpy as np
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from apps.core.collecting import without_collecting
from apps.core.queue import send_on_commit
from apps.coupling.filters import COUPLINGS
from apps.coupling.findings.bound import BINDING, open_as_scanned, open_in
from apps.coupling.findings.choice import rows_of
from apps.coupling.findings.columns import LAYERS, Columns, Drawn, Mask, drawn_findings, findings_of
from apps.coupling.history.compare import changes_between
from apps.coupling.models import HistoryPoint, MapSnapshot
from apps.coupling.overrides.overridden import overridden
from apps.coupling.services.noticing import note_changes
from apps.scans.models import Finding, Scan
from apps.scans.selectors import report_of
from migration_engine.effort import NOTHING, Range, estimate
from migration_engine.effort.range import total
from migration_engine.model import FindingStatus, Layer, RuleKind, ScanReport

_PATIENCE = timedelta(seconds=60)
_NOTHING_BOUND: dict[str, float] = {one.value: 0 for one in BINDING}


@without_collecting()
def store_point(*, scan_id: int) -> HistoryPoint | None:
    """Count and store, and tell what changed; doing it twice gives the same row.

    None while the map of the scan is not drawn: drawing it asks for this again.
    """
    scan = Scan.objects.succeeded().select_related("compared_with").get(pk=scan_id)
    drawn = drawn_findings(scan)
    if drawn is None:
        return None
    point, _made = HistoryPoint.objects.update_or_create(scan=scan, defaults=_counted(drawn))
    note_changes(scan, point.changes)
    return point


@transaction.atomic
def request_points() -> int:
    """Ring for scans whose map was drawn and not counted since, at most once in a minute; return how many."""
    long_ago = Now() - _PATIENCE
    waiting = Scan.objects.succeeded().filter(finished_at__lt=long_ago, updated_at__lt=long_ago)
    behind = Q(point=None) | Q(point__counted_at__lt=F("map__updated_at"))
    missing = list(waiting.filter(behind, map__findings__isnull=False).values_list("pk", flat=True))
    Scan.objects.filter(pk__in=missing).update(updated_at=Now())
    for scan_id in missing:
        send_on_commit("coupling.measure", scan_id)
    return len(missing)


def _counted(drawn: Drawn) -> dict[str, Any]:
    scan, applied = drawn.scan, overridden(drawn.scan)
    as_scanned = report_of(scan)
    effort = _effort(applied.done.report)
    is_open, was_open = open_in(drawn.columns), open_as_scanned(drawn.columns)
    bound = _by_layer(drawn.columns, is_open)
    layers = {
        layer: bound.get(layer, _NOTHING_BOUND) | _days(effort.get(layer, NOTHING))
        for layer in dict.fromkeys((*effort, *bound))
    }
    every = total(effort.values())
    likely = total(_effort(as_scanned).values()).likely if applied.ids else every.likely
    return {
        "layers": layers,
        "strong": sum(one["strong"] for one in bound.values()),
        "weak": sum(one["weak"] for one in bound.values()),
        "scope": _scope(drawn),
        "overrides": applied.ids,
        "scanned": {"findings": int(was_open.sum()), "likely": likely},
        "changes": changes_between(scan.compared_with, drawn) or scan.changes,
        **_days(every),
    }


def _by_layer(columns: Columns, is_open: Mask) -> dict[str, dict[str, float]]:
    """Count by layer, "" for what belongs to no component, and by coupling; a layer without any is absent."""
    found: dict[str, dict[str, float]] = {}
    for layer in np.unique(columns.layer[is_open]).tolist():
        here = columns["coupling"][is_open & (columns.layer == layer)]
        found[LAYERS[layer]] = {one.value: int((here == COUPLINGS.index(one)).sum()) for one in BINDING}
    return found


def _effort(report: ScanReport) -> dict[str, Range]:
    layer_of = {one.id: one.layer.value for one in report.components}
    days: dict[str, list[Range]] = {layer.value: [] for layer in Layer}
    for one in estimate(report).components:
        days[layer_of[one.component]].append(one.days)
    return {layer: total(parts) for layer, parts in days.items()}


def _days(days: Range) -> dict[str, float]:
    return {"low": days.low, "likely": days.likely, "high": days.high}


def _scope(drawn: Drawn) -> int:
    """Every finding that was ever open, each once however often it was seen.

    Without what is left out, or was in the last scan that held it: deleting such code changes no scope.
    """
    scan = drawn.scan
    seen = Scan.objects.of(scan.project).succeeded().filter(branch=scan.branch, number__lte=scan.number)
    found = Finding.objects.filter(scan__in=seen, status=FindingStatus.OPEN, coupling__in=BINDING)
    ever = found.filter(kind__in=("", RuleKind.COUPLING)).values("identity")
    added, left_out = _said_otherwise(drawn, seen)
    more = rows_of(added).exclude(identity__in=ever).values("identity").distinct().count()
    return ever.distinct().count() + more - left_out


def _said_otherwise(drawn: Drawn, seen: QuerySet[Scan]) -> tuple[list[int], int]:
    """The rows that overrides alone have open, and how many are not open for them: the newest map decides."""
    earlier = MapSnapshot.objects.filter(scan__in=seen, findings__isnull=False).exclude(scan=drawn.scan)
    maps = earlier.select_related("scan").defer("data", "scan__rules", "scan__coverage")
    rows, left_out, known = list[int](), 0, np.empty(0, dtype=np.int64)
    if not maps.exclude(overrides=[]).exists():
        maps = maps.none()
    for columns in (
        drawn.columns,
        *(findings_of(one, one.scan).columns for one in maps.order_by("-scan__number")),
    ):
        is_open, was_open = open_in(columns), open_as_scanned(columns)
        last = (is_open | was_open) & ~np.isin(columns.identity, known)
        rows += columns.pk[last & is_open & ~was_open].tolist()
        left_out += int((last & was_open & ~is_open).sum())
        known = np.union1d(known, columns.identity[last])
    return rows, left_out
