"""At which measured throughput ratio (Ascend to GPU, per device) migrating breaks even."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from migration_engine.tco.cashflow import World
from migration_engine.tco.numbers import Array, Numbers
from migration_engine.tco.sizing import fleet_of, need_of, up
from migration_engine.tco.variants import RATIO, at_ratio, npv_differences

# A chart with more steps than this says nothing; those around the present fleet matter.
_MOST_STEPS = 60


# Demand of next to nothing asks for next to no throughput; no device is that slow.
_LEAST_RATIO = 1e-9
# Of a range of ratios on a logarithmic scale, down to the precision of a number.
_HALVINGS = 60
# In multiples of the servers that equal devices would need.
_SERVERS: Array = np.array([0.25, 0.5, 1.0, 2.0, 4.0])


@dataclass(frozen=True, slots=True)
class Step:
    """From this ratio on, this many Ascend servers do at first and at the end, with this NPV difference.

    Where demand grows, months of purchase also move between two steps, and the difference a little with them.
    """

    servers: int
    ratio_from: float
    npv_difference: float
    servers_at_end: int = 0


@dataclass(frozen=True, slots=True)
class Breakeven:
    """The ratio for fractional servers, and what whole servers make of it."""

    fractional: float | None
    steps: tuple[Step, ...]


NO_BREAKEVEN = Breakeven(None, ())


def breakeven_of(numbers: Numbers, stay: World) -> Breakeven:
    """Closed form and staircase; both empty where an input is unknown or there is no demand."""
    needed = _at_par(numbers)
    differences = npv_differences(numbers, {RATIO: 1 / _SERVERS}, stay=stay, whole=False)
    if not np.all(needed > 0) or np.isnan(differences).any():
        return NO_BREAKEVEN
    return Breakeven(_fractional(numbers, stay, differences), _steps(numbers, stay, needed))


def _at_par(numbers: Numbers) -> Array:
    """Instances that Ascend would need at ratio 1, before rounding: a row each for answers and prompts."""
    par = at_ratio(numbers, np.ones(1))
    need = need_of(par.side("ascend"), 1 - par["gpu_kept_share"])
    rows = [need.answering, need.reading] if np.any(need.reading > 0) else [need.answering]
    return np.concatenate([np.broadcast_to(row, (1, numbers.months.size)) for row in rows])


def _fractional(numbers: Numbers, stay: World, differences: Array) -> float | None:
    """With servers that may be cut, the difference is straight over 1/ratio, unless costs have floors."""
    slope = (differences[-1] - differences[0]) / (_SERVERS[-1] - _SERVERS[0])
    opening = differences[0] - slope * _SERVERS[0]
    straight = np.abs(opening + slope * _SERVERS - differences).max() <= 1e-9 * np.abs(differences).max()
    if not straight:
        return _searched(numbers, stay)
    if slope >= 0 or opening <= 0:
        # More throughput never pays, or not even the spare servers are paid for: no ratio is high enough.
        return None
    return float(-slope / opening)


def _searched(numbers: Numbers, stay: World) -> float | None:
    """The lowest ratio from which on it pays, where the difference isn't a straight line."""
    low, high = 1e-3, 1e3
    for _ in range(6):
        ratios = np.geomspace(low, high, 200)
        pays = npv_differences(numbers, {RATIO: ratios}, stay=stay, whole=False) >= 0
        if not pays[-1] or pays[0]:
            return None
        first = int(np.flatnonzero(~pays)[-1])
        low, high = float(ratios[first]), float(ratios[first + 1])
    return high


def _steps(numbers: Numbers, stay: World, needed: Array) -> tuple[Step, ...]:
    ratios = _thresholds(numbers, needed)
    if ratios.size == 0:
        return ()
    tried = at_ratio(numbers, ratios)
    servers = fleet_of(tried.side("ascend"), 1 - tried["gpu_kept_share"]).servers
    fleets = servers.sum(axis=1)
    kept = np.flatnonzero(np.append(True, fleets[1:] != fleets[:-1]))
    differences = npv_differences(numbers, {RATIO: ratios[kept]}, stay=stay)
    return tuple(
        Step(int(servers[at, 0]), float(ratios[at]), float(difference), int(servers[at, -1]))
        for at, difference in zip(kept, differences, strict=True)
    )


def _thresholds(numbers: Numbers, needed: Array) -> Array:
    """The ratios, growing, at which some number of servers is just enough, at the start or at the end."""
    ascend = numbers.side("ascend")
    per_server = float((ascend["devices_per_server"] / ascend["devices_per_instance"])[0, 0])
    need = need_of(ascend, 1 - numbers["gpu_kept_share"])
    now = max(1.0, float(np.ceil((up(need.answering) + up(need.reading))[0, 0] / per_server)))
    first = max(1.0, now - _MOST_STEPS // 2)
    serving = np.arange(first, min(first + _MOST_STEPS - 1, now * 2) + 1)
    if needed.shape[0] > 1:
        ratios = _halved(numbers, serving)
    else:
        instances = np.floor(serving * per_server)
        ratios = (needed[0, [[0], [-1]]] / instances[instances >= 1]).ravel()
    return np.unique(ratios[ratios >= _LEAST_RATIO])


def _halved(numbers: Numbers, serving: Array) -> Array:
    """The same where answers and prompts fill the servers together, so that no formula leads there."""
    spare = numbers.side("ascend").own("redundancy_servers") * numbers["sites"]
    wanted = np.tile(serving, 2) + spare[0, 0]
    low, high = np.full(wanted.size, _LEAST_RATIO), np.full(wanted.size, 1 / _LEAST_RATIO)
    for _ in range(_HALVINGS):
        middle = np.sqrt(low * high)
        enough = _at_both_ends(numbers, middle) <= wanted
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    reached: Array = high[_at_both_ends(numbers, high) <= wanted]
    return reached


def _at_both_ends(numbers: Numbers, ratios: Array) -> Array:
    """Servers at the start for the first half of the ratios, at the end for the other."""
    tried = at_ratio(numbers, ratios)
    servers = fleet_of(tried.side("ascend"), 1 - tried["gpu_kept_share"]).servers
    half = ratios.size // 2
    return np.concatenate([servers[:half, 0], servers[half:, -1]])
