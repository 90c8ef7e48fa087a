"""The burn-down: open findings and effort by layer over the scans of a branch, and what that points to."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log10

from apps.coupling.history.outlook import End, end_of
from apps.coupling.models import HistoryPoint
from apps.projects.models import Project
from apps.scans.models import Scan, ScanQuerySet
from apps.scans.selectors import branch_of

METRICS = ("findings", "effort")
LAYERS = ("", "L1", "L2", "L3", "L4", "L5")
MOST = 24
WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 960, 280, 56, 16, 28
MOST_STEPS = 5


@dataclass(frozen=True, slots=True)
class Piece:
    """One layer's part of a column, in units of the picture."""

    layer: str
    y: float
    height: float
    value: float


@dataclass(frozen=True, slots=True)
class Column:
    """One scan; `scope_y` is where the line of the scope passes.

    `is_apart`: it was counted under other overrides than the newest, so the step between them is no progress.
    """

    scan: Scan
    point: HistoryPoint
    x: float
    width: float
    middle: float
    pieces: tuple[Piece, ...]
    scope_y: float
    value: float
    is_apart: bool


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the scale."""

    y: float
    value: float


@dataclass(frozen=True, slots=True)
class BurnDown:
    """Everything that the history page draws; `hidden` older scans are in the table of scans only.

    `is_own`: the branch is the project's, which map and plan show.
    `layers` from the bottom up; "" is there only where a finding belongs to no component.
    """

    metric: str
    branch: str
    branches: tuple[str, ...]
    is_own: bool
    layers: tuple[str, ...]
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

    @property
    def has_apart(self) -> bool:
        """Tell whether any column was counted under other overrides than the newest."""
        return any(one.is_apart for one in self.columns)


def burn_down(project: Project, branch: str | None, metric: str) -> BurnDown | None:
    """Return the burn-down of a branch, of the project's without one; None without a finished scan."""
    done = Scan.objects.of(project).succeeded()
    own = branch_of(project)
    if own is None:
        return None
    branches = tuple(sorted(set(done.order_by().values_list("branch", flat=True).distinct())))
    chosen = branch if branch is not None and branch in branches else own
    scans = _scans(done.filter(branch=chosen))
    counted = [(scan, scan.point) for scan in scans if hasattr(scan, "point")]
    shown = counted[-MOST:]
    layers = tuple(one for one in LAYERS if one or any("" in point.layers for _scan, point in shown))
    least = 1 if metric == "findings" else 0
    steps = scale(max((_top(point, metric) for _scan, point in shown), default=0), least)
    columns = tuple(
        _column(_place(place, len(shown)), *one, metric, steps[-1], layers, shown[-1][1])
        for place, one in enumerate(shown)
    )
    return BurnDown(
        metric=metric,
        branch=chosen,
        branches=branches,
        is_own=chosen == own,
        layers=layers,
        columns=columns,
        ticks=tuple(Tick(_height(value, steps[-1]), value) for value in steps),
        scope_line=" ".join(f"{one.middle:.1f},{one.scope_y:.1f}" for one in columns),
        end=end_of(counted, metric),
        waiting=len(scans) - len(counted),
        hidden=len(counted) - len(shown),
    )


def _scans(done: ScanQuerySet) -> list[Scan]:
    unread = ("rules", "coverage")
    beside = done.select_related("point", "compared_with")
    return list(beside.defer(*unread, *(f"compared_with__{name}" for name in unread)).order_by("number"))


def _top(point: HistoryPoint, metric: str) -> float:
    return max(point.scope, point.open) if metric == "findings" else point.likely


def _value(one: dict[str, float], metric: str) -> float:
    return one["strong"] + one["weak"] if metric == "findings" else one["likely"]


def _place(place: int, count: int) -> tuple[float, float]:
    """The width of a column among so many, and where its middle stands."""
    room = (WIDTH - LEFT) / max(count, 4)
    return min(72.0, room * 0.7), LEFT + room * (place + 0.5)


def _column(
    at: tuple[float, float],
    scan: Scan,
    point: HistoryPoint,
    metric: str,
    ceiling: float,
    layers: tuple[str, ...],
    newest: HistoryPoint,
) -> Column:
    width, middle = at
    pieces, below = [], 0.0
    for layer in layers:
        value = _value(point.layers[layer], metric) if layer in point.layers else 0.0
        top, bottom = _height(below + value, ceiling), _height(below, ceiling)
        pieces.append(Piece(layer, top, bottom - top, value))
        below += value
    value = point.open if metric == "findings" else point.likely
    scope_y = _height(point.scope, ceiling)
    is_apart = point.overrides != newest.overrides
    return Column(scan, point, middle - width / 2, width, middle, tuple(pieces), scope_y, value, is_apart)


def _height(value: float, ceiling: float) -> float:
    """Where a value stands in the picture, whose top is CEILING."""
    return HEIGHT - BOTTOM - value * (HEIGHT - TOP - BOTTOM) / ceiling


def scale(top: float, least: float = 0) -> tuple[float, ...]:
    """Return the values of a scale from 0 to the first that is not below TOP, in at most MOST_STEPS steps.

    A step is 1, 2 or 5 or tens or tenths of them, and no smaller than LEAST.
    """
    wanted = max((top or 1) / MOST_STEPS, least)
    tens = 10.0 ** floor(log10(wanted))
    step = next(one * tens for one in (1, 2, 5, 10) if one * tens >= wanted * (1 - 1e-9))
    return tuple(round(step * number, 6) for number in range(ceil(round((top or 1) / step, 6)) + 1))
