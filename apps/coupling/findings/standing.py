"""Where a finding stands: what the scanner concluded, what people decided since, and what came back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import lru_cache

import numpy as np
from django.db import connection
from django.utils import timezone

from apps.coupling.findings.columns import CHANGES, EXCLUDED, FOUND, OTHER_CHIP, Drawn, Numbers
from apps.coupling.models import Triage, TriageStatus
from apps.coupling.seen import Seen
from apps.scans.models import Change, Finding, Scan
from migration_engine.model import FindingStatus

RETURNED = "returned"
OPEN = FindingStatus.OPEN.value
IN_WORK = TriageStatus.IN_WORK.value
# In the order of their tabs. The first ones ask for work.
STANDINGS = (
    *(OPEN, RETURNED, IN_WORK, FindingStatus.HANDLED.value),
    *(TriageStatus.DISMISSED.value, TriageStatus.FIXED.value, EXCLUDED, OTHER_CHIP),
    *(FindingStatus.TEST.value, FindingStatus.DOC.value, FindingStatus.VENDORED.value),
)
Said = tuple[int, str, date | None, int]


def standings(drawn: Drawn, seen: Seen | None = None) -> Numbers:
    """Return for each finding its place in STANDINGS; made anew when somebody decided, and each day.

    SEEN is what was decided up to now, for callers who know it.
    """
    return _standings(drawn, seen or Seen.now(drawn.scan), timezone.localdate())


def is_over(triage: Triage) -> bool:
    """Tell whether a dismissal has run out, which makes the finding open again."""
    return bool(
        triage.status == TriageStatus.DISMISSED and triage.until and triage.until < timezone.localdate()
    )


@lru_cache(maxsize=8)
def _standings(drawn: Drawn, _seen: Seen, today: date) -> Numbers:
    columns, number = drawn.columns, drawn.scan.number
    found, change = columns["found"], columns["change"]
    stands = np.array([STANDINGS.index(name) for name in FOUND], dtype=np.int32)[found]
    is_open = found == FOUND.index(OPEN)
    stands[is_open & (change == CHANGES.index(Change.RETURNED))] = STANDINGS.index(RETURNED)
    every = list(_said(drawn.scan))
    places = columns.places_of([pk for pk, *_rest in every])
    for place, (_pk, status, until, at) in zip(places.tolist(), every, strict=True):
        word = _word(status, until, is_new=at < number, today=today)
        if word and (is_open[place] or word != OPEN):
            stands[place] = STANDINGS.index(word)
    stands[found == FOUND.index(EXCLUDED)] = STANDINGS.index(EXCLUDED)
    stands.flags.writeable = False
    return stands


def _word(status: str, until: date | None, *, is_new: bool, today: date) -> str:
    """What a decision makes of a finding; nothing where it no longer holds. `is_new`: the scan came later."""
    if status == TriageStatus.DISMISSED:
        return status if until and until >= today else ""
    if status == TriageStatus.FIXED:
        return "" if is_new else status  # with that scan it returned, from the next one on it is open
    if status == OPEN:
        return "" if is_new else OPEN
    return status


def _said(scan: Scan) -> Iterator[Said]:
    """What was decided about the findings of a scan: row, status, until when, at which scan."""
    sql = f"""
        SELECT f.id, t.status, t.until, t.scan_number FROM {Triage._meta.db_table} t
        JOIN {Finding._meta.db_table} f ON f.scan_id = %s AND f.identity = t.identity
        WHERE t.project_id = %s AND t.branch = %s
    """  # noqa: S608 - names of ours; every value is a parameter
    with connection.cursor() as cursor:
        cursor.execute(sql, [scan.pk, scan.project_id, scan.branch])
        yield from cursor.fetchall()
