"""At which measured throughput ratio (Ascend to GPU, per device) migrating breaks even."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from migration_engine.tco.cashflow import Worlds
from migration_engine.tco.discount import present_value
from migration_engine.tco.fleet_words import Rises, rises_of
from migration_engine.tco.flips import Flip, Pays, lasting_flip
from migration_engine.tco.numbers import Array, Numbers
from migration_engine.tco.staircase import LEAST_RATIO, at_par, listed_ratios, servers_at
from migration_engine.tco.variants import RATIO, npv_differences

# Ratios over the one at which a single instance does, from fleets beyond reason to devices beyond reason.
_GRID: Array = np.geomspace(1e-9, 1e6, 46)
# A threshold lies between itself and the next number below; counts of servers forgive less than this.
_JUST_BELOW = 1 - 1e-11
# Of the money of staying: what rounding may leave of a difference that is none.
_CLOSE = 1e-10


@dataclass(frozen=True, slots=True)
class Step:
    """From this ratio on, this many Ascend servers do at first and at the end, with this NPV difference.

    `rises` are the months in which more stand, and how many. Where demand grows, they also move between two
    steps, and the difference a little with them.
    """

    servers: int
    ratio_from: float
    npv_difference: float
    servers_at_end: int = 0
    rises: Rises = ()


@dataclass(frozen=True, slots=True)
class Breakeven:
    """The ratio for fractional servers, and what whole servers make of it.

    `fractional` is None where it pays at no ratio or at every one, see `fractional_pays`; with
    `fractional_jumps` the difference skips zero there, as where racks are counted whole. `threshold` is the
    lowest ratio of all from which on whole servers pay at every higher one; `pays` says whether there is
    one. Both are None without a verdict or without demand. `steps` are those around the present fleet, for a
    chart: the threshold may lie far from them.
    """

    fractional: float | None
    steps: tuple[Step, ...]
    fractional_jumps: bool = False
    fractional_pays: Pays | None = None
    pays: Pays | None = None
    threshold: Step | None = None


NO_SERVERS = np.empty((0, 0))
NO_BREAKEVEN = Breakeven(None, ())


def breakeven_of(numbers: Numbers, worlds: Worlds) -> Breakeven:
    """Both ratios and the staircase; all empty where an input is unknown or there is no demand."""
    needed = at_par(numbers)
    if not np.all(needed[0] > 0):
        return NO_BREAKEVEN
    grid = np.unique(np.maximum(_GRID * needed.sum(axis=0).max(), LEAST_RATIO))
    cut = npv_differences(numbers, {RATIO: grid}, like=worlds, whole=False)
    if np.isnan(cut).any():
        return NO_BREAKEVEN
    close = _CLOSE * max(abs(float(present_value(worlds.stay.total, numbers)[0])), 1.0)
    fractional = lasting_flip(
        lambda ratios: npv_differences(numbers, {RATIO: ratios}, like=worlds, whole=False), grid, cut, close
    )
    return _with_whole_servers(numbers, worlds, needed, grid, fractional, close)


def _with_whole_servers(
    numbers: Numbers, worlds: Worlds, needed: Array, grid: Array, fractional: Flip, close: float
) -> Breakeven:
    listed = listed_ratios(numbers, needed)
    ratios = np.unique(np.concatenate([listed, listed * _JUST_BELOW, grid]))
    differences = npv_differences(numbers, {RATIO: ratios}, like=worlds)
    flip = lasting_flip(
        lambda inner: npv_differences(numbers, {RATIO: inner}, like=worlds), ratios, differences, close
    )
    found = differences[np.searchsorted(ratios, listed)]
    # The threshold's fleet is worked out with the steps' and taken off their end.
    asked = listed if flip.at is None else np.append(listed, flip.at)
    servers = servers_at(numbers, asked) if asked.size else NO_SERVERS
    steps = _steps(servers[: listed.size], listed, found) if listed.size else ()
    cut = (fractional.at, steps, fractional.jumps, fractional.pays)
    return Breakeven(*cut, flip.pays, _threshold(servers, flip))


def _steps(servers: Array, ratios: Array, differences: Array) -> tuple[Step, ...]:
    """A step for each ratio at which the fleet of some month is another."""
    fleets = servers.sum(axis=1)
    kept = np.flatnonzero(np.append(True, fleets[1:] != fleets[:-1]))
    return tuple(_step(servers[at], float(ratios[at]), float(differences[at])) for at in kept)


def _step(servers: Array, ratio: float, difference: float) -> Step:
    counts: list[int] = servers.astype(np.intp).tolist()
    return Step(counts[0], ratio, difference, counts[-1], rises_of(counts))


def _threshold(servers: Array, flip: Flip) -> Step | None:
    if flip.at is None or flip.difference is None:
        return None
    return _step(servers[-1], flip.at, flip.difference)
