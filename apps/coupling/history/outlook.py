"""When a branch would be done at the pace of its scans, and on how many of them that rests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from math import ceil

from apps.coupling.models import HistoryPoint
from apps.scans.models import Scan
from migration_engine.changes import Outlook, forecast

LONGEST_DAYS = 3650
# The same source scanned again says that nothing moved, but once a day is enough to say it.
SAME_AGAIN = timedelta(days=1)
Counted = tuple[Scan, HistoryPoint]


@dataclass(frozen=True, slots=True)
class End:
    """When it would be done, told from `scans` of them; `same` more repeated one without a change of source.

    `outlook` says why there is no day, `latest` is None for an open end.
    """

    outlook: str
    scans: int
    same: int
    earliest: date | None = None
    latest: date | None = None


def end_of(counted: Sequence[Counted], metric: str) -> End:
    """Return the outlook from the counted scans of a branch, the oldest first."""
    told = _telling(counted)
    found = forecast(_points(told, metric))
    same = len(counted) - len(told)
    if found.outlook is not Outlook.RANGE:
        return End(found.outlook.name.lower(), found.scans, same)
    last = _moment(told[-1][0]).date()
    days = (_day(last, found.earliest_days), _day(last, found.latest_days))
    return End("range", found.scans, same, *days)


def _telling(counted: Sequence[Counted]) -> list[Counted]:
    """Take scans that read the same source with the same rules within a day as one, with its last numbers."""
    told: list[Counted] = []
    for scan, point in counted:
        if told and _is_same_again(told[-1][0], scan):
            told[-1] = told[-1][0], point
        else:
            told.append((scan, point))
    return told


def _is_same_again(kept: Scan, scan: Scan) -> bool:
    is_same = (kept.root_hash, kept.rules_version) == (scan.root_hash, scan.rules_version)
    return is_same and _moment(scan) - _moment(kept) < SAME_AGAIN


def _moment(scan: Scan) -> datetime:
    assert scan.finished_at  # only scans that succeeded are counted
    return scan.finished_at


def _points(told: Sequence[Counted], metric: str) -> list[tuple[float, float]]:
    """Day and open work of each scan. What an override takes away or adds between two scans is no progress:
    such a step counts as scanned."""
    points = [point for _scan, point in told]
    values = [_work(points[-1], metric)] if points else []
    for before, after in reversed(list(zip(points, points[1:], strict=False))):
        as_scanned = before.overrides != after.overrides
        step = _work(before, metric, as_scanned=as_scanned) - _work(after, metric, as_scanned=as_scanned)
        values.append(values[-1] + step)
    days = (_moment(scan).timestamp() / 86400 for scan, _point in told)
    return list(zip(days, reversed(values), strict=True))


def _work(point: HistoryPoint, metric: str, *, as_scanned: bool = False) -> float:
    if as_scanned:
        return float(point.scanned["findings" if metric == "findings" else "likely"])
    return float(point.open if metric == "findings" else point.likely)


def _day(last: date, days: float | None) -> date | None:
    """A day beyond ten years is no day that anybody plans with."""
    return None if days is None or days > LONGEST_DAYS else last + timedelta(days=ceil(days))
