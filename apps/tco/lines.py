"""The cumulative cost of both sides as lines for paper: plain SVG, no script."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Any

from apps.tco.forms import value_at
from apps.tco.money import axis, number

WIDTH, HEIGHT = 640.0, 190.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 58.0, 10.0, 8.0, 24.0
_TICKS = 4


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis, in the drawing's units."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Lines:
    """What the template draws; a side whose cost is unknown has no points."""

    stay: str
    migrate: str
    down: list[Tick]
    across: list[Tick]
    band_start: float
    band_width: float
    unit: str
    left: float = _LEFT
    bottom: float = HEIGHT - _BOTTOM
    top: float = _TOP
    right: float = WIDTH - _RIGHT


def lines_of(inputs: dict[str, Any], result: dict[str, Any]) -> Lines:
    """Return both lines; cost counts upwards."""
    scale, unit = axis(str(result["currency"]))
    rows = result["monthly"]
    sides = [_costs(rows, f"cumulative_{world}", scale) for world in ("stay", "migrate")]
    known = [cost for costs in sides for cost in costs]
    ticks = _ticks(min([0.0, *known]), max([1e-9, *known]))
    low, high, last = ticks[0], ticks[-1], rows[-1]["month"]
    across = list(range(0, last + 1, max(1, last // 6)))
    both = min(float(value_at(inputs, "dual_run_months") or 0), float(last))
    return Lines(
        stay=_points(sides[0], low, high, last),
        migrate=_points(sides[1], low, high, last),
        down=[Tick(_down(tick, low, high), number(tick, 2)) for tick in ticks],
        across=[Tick(_across(month, last), number(month)) for month in across],
        band_start=_across(0, last),
        band_width=round(_across(both, last) - _across(0, last), 2),
        unit=unit,
    )


def _costs(rows: Iterable[dict[str, Any]], key: str, scale: float) -> list[float]:
    amounts = [row[key] for row in rows]
    return [] if None in amounts else [0.0 - amount / scale for amount in amounts]


def _points(costs: list[float], low: float, high: float, last: int) -> str:
    places = ((_across(month, last), _down(cost, low, high)) for month, cost in enumerate(costs))
    return " ".join(f"{x},{y}" for x, y in places)


def _across(month: float, last: int) -> float:
    return round(_LEFT + (WIDTH - _LEFT - _RIGHT) * month / last, 2)


def _down(cost: float, low: float, high: float) -> float:
    room = HEIGHT - _TOP - _BOTTOM
    return round(_TOP + room * (high - cost) / (high - low), 2)


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers from below the lowest to above the highest."""
    rough = (high - low) / _TICKS
    size = 10.0 ** floor(log10(rough))
    step = size * next(one for one in (1, 2, 2.5, 5, 10) if one * size >= rough * (1 - 1e-9))
    return [step * place for place in range(floor(low / step), ceil(high / step - 1e-9) + 1)]
