"""Whether a scan keeps the limits of a pipeline: what people dismissed or left out does not count."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from apps.coupling.findings.choice import Choice, choice, rows_of
from apps.coupling.findings.columns import CHANGES, Drawn, Mask
from apps.coupling.findings.placed import Placed, placed
from apps.coupling.findings.query import FindingQuery
from apps.coupling.findings.standing import IN_WORK, OPEN, RETURNED, STANDINGS
from apps.scans.models import Change, Finding
from migration_engine.changes import Limit

LIMITS = ("new_strong", "new_weak", "new_debt", "strong", "weak", "debt")
MOST = 50
_ASKS_FOR_WORK = tuple(STANDINGS.index(one) for one in (OPEN, RETURNED, IN_WORK))
_QUERIES = {
    "strong": FindingQuery(kind="coupling", coupling=("strong",)),
    "weak": FindingQuery(kind="coupling", coupling=("weak",)),
    "debt": FindingQuery(kind="debt"),
}


def judged(drawn: Drawn, asked: Mapping[str, int]) -> tuple[Limit[Placed], ...]:
    """Hold a finished scan against the limits. What is new is told against the scan before; the first scan
    of a project is the baseline, against which nothing is new."""
    return tuple(_limit(drawn, name, allowed) for name, allowed in asked.items())


def _limit(drawn: Drawn, name: str, allowed: int) -> Limit[Placed]:
    chosen = choice(drawn, _QUERIES[name.removeprefix("new_")])
    counted = chosen.passing & np.isin(chosen.stands, _ASKS_FOR_WORK)
    if name.startswith("new_"):
        counted &= _fresh(chosen)
    places = np.flatnonzero(counted)
    shown = placed(drawn, chosen.stands, chosen.pks(places[:MOST]))
    return Limit(name, allowed, len(places), tuple(shown))


def _fresh(chosen: Choice) -> Mask:
    """What is new or returned, and what was there but neither open nor as tight."""
    columns, query = chosen.drawn.columns, chosen.query
    changed = columns["change"] == CHANGES.index(Change.CHANGED)
    before = Finding.objects.filter(scan=chosen.drawn.scan.compared_with_id, status=OPEN)
    before = before.filter(coupling=query.coupling[0]) if query.coupling else before.filter(kind="debt")
    as_before = rows_of(chosen.pks(np.flatnonzero(changed & chosen.passing)))
    kept = as_before.filter(identity__in=before.values("identity")).values_list("pk", flat=True)
    tightened = changed & ~np.isin(columns.pk, list(kept))
    fresh = np.isin(columns["change"], [CHANGES.index(one) for one in (Change.NEW, Change.RETURNED)])
    mask: Mask = fresh | tightened
    return mask
