"""The burn-down: open findings and effort by layer over the scans of a branch, and what that points to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from math import ceil

from apps.coupling.models import HistoryPoint
from apps.projects.models import Project
from apps.scans.models import Scan
from migration_engine.changes import Outlook, forecast

METRICS = ("findings", "effort")
LAYERS = ("L1", "L2", "L3", "L4", "L5")
MOST = 24
WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 960, 280, 56, 16, 28
LONGEST_DAYS = 3650


@dataclass(frozen=True, slots=True)
class Piece:
    """One layer's part of a column, in units of the picture."""

    layer: str
    y: float
    height: float
    value: float


@dataclass(frozen=True, slots=True)
class Column:
    """One scan; `scope_y` is where the line of the scope passes."""

    scan: Scan
    point: HistoryPoint
    x: float
    width: float
    middle: float
    pieces: tuple[Piece, ...]
    scope_y: float
    value: float


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the scale."""

    y: float
    value: int


@dataclass(frozen=True, slots=True)
class End:
    """When it would be done; `outlook` says why there is no day, `latest` is None for an open end."""

    outlook: str
    earliest: date | None
    latest: date | None


@dataclass(frozen=True, slots=True)
class BurnDown:
    """Everything that the history page draws; `hidden` older scans are in the table of scans only."""

    metric: str
    branch: str
    branches: tuple[str, ...]
    columns: tuple[Column, ...]
    ticks: tuple[Tick, ...]
    scope_line: str
    end: End
    waiting: int
    hidden: int
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    base: int = HEIGHT - BOTTOM


def burn_down(project: Project, branch: str | None, metric: str) -> BurnDown | None:
    """Return the burn-down of a branch, of the newest scan's without one; None without a finished scan."""
    done = Scan.objects.of(project).succeeded()
    newest = done.first()
    if newest is None:
        return None
    branches = tuple(sorted(set(done.order_by().values_list("branch", flat=True).distinct())))
    chosen = branch if branch is not None and branch in branches else newest.branch
    scans = list(
        done.filter(branch=chosen).select_related("point").defer("rules", "coverage").order_by("number")
    )
    counted = [(scan, scan.point) for scan in scans if hasattr(scan, "point")]
    shown = counted[-MOST:]
    ceiling = max((_top(point, metric) for _scan, point in shown), default=0) or 1
    columns = tuple(_column(place, len(shown), *one, metric, ceiling) for place, one in enumerate(shown))
    return BurnDown(
        metric=metric,
        branch=chosen,
        branches=branches,
        columns=columns,
        ticks=_ticks(ceiling),
        scope_line=" ".join(f"{one.middle:.1f},{one.scope_y:.1f}" for one in columns),
        end=_end(counted, metric),
        waiting=len(scans) - len(counted),
        hidden=len(counted) - len(shown),
    )


def _top(point: HistoryPoint, metric: str) -> float:
    return max(point.scope, point.open) if metric == "findings" else point.likely


def _value(one: dict[str, float], metric: str) -> float:
    return one["strong"] + one["weak"] if metric == "findings" else one["likely"]


def _column(place: int, count: int, scan: Scan, point: HistoryPoint, metric: str, ceiling: float) -> Column:
    room = (WIDTH - LEFT) / max(count, 4)
    width = min(72.0, room * 0.7)
    middle = LEFT + room * (place + 0.5)
    scale = (HEIGHT - TOP - BOTTOM) / ceiling
    floor, pieces = float(HEIGHT - BOTTOM), []
    for layer in LAYERS:
        value = _value(point.layers[layer], metric)
        floor -= value * scale
        pieces.append(Piece(layer, floor, value * scale, value))
    scope_y = HEIGHT - BOTTOM - point.scope * scale
    value = point.open if metric == "findings" else point.likely
    return Column(scan, point, middle - width / 2, width, middle, tuple(pieces), scope_y, value)


def _ticks(ceiling: float) -> tuple[Tick, ...]:
    step = max(1, ceil(ceiling / 4))
    scale = (HEIGHT - TOP - BOTTOM) / ceiling
    values = range(0, int(ceiling) + 1, step)
    return tuple(Tick(HEIGHT - BOTTOM - value * scale, value) for value in values)


def _end(counted: list[tuple[Scan, HistoryPoint]], metric: str) -> End:
    points = [
        (scan.finished_at.timestamp() / 86400, float(point.open if metric == "findings" else point.likely))
        for scan, point in counted
        if scan.finished_at
    ]
    told = forecast(points)
    if told.outlook is not Outlook.RANGE:
        return End(told.outlook.name.lower(), None, None)
    last = counted[-1][0].finished_at
    assert last
    return End("range", _day(last.date(), told.earliest_days), _day(last.date(), told.latest_days))


def _day(last: date, days: float | None) -> date | None:
    """A day beyond ten years is no day that anybody plans with."""
    return None if days is None or days > LONGEST_DAYS else last + timedelta(days=ceil(days))
