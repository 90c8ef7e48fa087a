"""Whether a scan keeps the limits of a pipeline: what people dismissed or took over does not count."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Q, QuerySet

from apps.coupling.findings.standing import OPEN, RETURNED, with_standing
from apps.scans.models import Change, Finding, Scan
from migration_engine.changes import Limit

LIMITS = ("new_strong", "new_weak", "new_debt", "strong", "weak", "debt")
MOST = 50
_KINDS = {
    "strong": Q(kind__in=("", "coupling"), coupling="strong"),
    "weak": Q(kind__in=("", "coupling"), coupling="weak"),
    "debt": Q(kind="debt"),
}


def judged(scan: Scan, asked: Mapping[str, int]) -> tuple[Limit[Finding], ...]:
    """Hold a finished scan against the limits. What is new is told against the scan before; the first scan
    of a project is the baseline, against which nothing is new."""
    return tuple(_limit(scan, name, allowed) for name, allowed in asked.items())


def _limit(scan: Scan, name: str, allowed: int) -> Limit[Finding]:
    kind = name.removeprefix("new_")
    rows = with_standing(scan, Finding.objects.filter(_KINDS[kind], scan=scan))
    rows = rows.filter(Q(standing__in=(OPEN, RETURNED, "in_work")))
    if name.startswith("new_"):
        rows = _fresh(scan, rows, kind)
    found = tuple(rows.order_by("rank", "path", "line")[:MOST])
    return Limit(name, allowed, rows.count() if len(found) == MOST else len(found), found)


def _fresh(scan: Scan, rows: QuerySet[Finding], kind: str) -> QuerySet[Finding]:
    """What is new or returned, and what was there but neither open nor as tight."""
    before = Finding.objects.filter(_KINDS[kind], scan=scan.compared_with_id, status=OPEN)
    tightened = Q(change=Change.CHANGED) & ~Q(identity__in=before.values("identity"))
    return rows.filter(Q(change__in=(Change.NEW, Change.RETURNED)) | tightened)
