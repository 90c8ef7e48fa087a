"""How far each input moves the verdict by itself, and at which value it flips."""

from __future__ import annotations

import numpy as np

from migration_engine.tco.analysis import Grid, Swing, Tornado
from migration_engine.tco.numbers import Array, Numbers
from migration_engine.tco.ranges import Ranged, certain, ranged
from migration_engine.tco.scenario import Scenario
from migration_engine.tco.switching import Switch, switches_of
from migration_engine.tco.variants import npv_differences, one_at_a_time


def tornado(scenario: Scenario) -> Tornado:
    """Every input that moves the verdict, at its low and high; no swings without a verdict."""
    numbers, moving, sure = Numbers(scenario), ranged(scenario), certain(scenario)
    names = tuple(one.path for one in sure)
    base = float(npv_differences(numbers, {})[0])
    if np.isnan(base):
        return Tornado(None, (), names)
    swings = _swings(numbers, (*moving, *sure), base)
    return Tornado(base, _telling(swings[: len(moving)]), names, _telling(swings[len(moving) :]))


def _swings(numbers: Numbers, inputs: tuple[Ranged, ...], base: float) -> list[Swing]:
    ends = _at_the_ends(numbers, inputs)
    switches = switches_of(numbers, inputs, base)
    return [_swing(one, *pair, switch) for one, pair, switch in zip(inputs, ends, switches, strict=True)]


def _telling(swings: list[Swing]) -> tuple[Swing, ...]:
    """Those that matter, the widest first."""
    found = (one for one in swings if one.range > 0 or one.switching)
    return tuple(sorted(found, key=lambda swing: -swing.range))


def _at_the_ends(numbers: Numbers, inputs: tuple[Ranged, ...]) -> list[tuple[float, float]]:
    paths = [one.path for one in inputs for _ in range(2)]
    values = np.array([end for one in inputs for end in (one.low, one.high)])
    if not paths:
        return []
    found: list[float] = npv_differences(numbers, one_at_a_time(numbers, paths, values)).tolist()
    return list(zip(found[::2], found[1::2], strict=True))


def _swing(one: Ranged, at_low: float, at_high: float, switch: Switch) -> Swing:
    return Swing(
        path=one.path,
        origin=one.origin,
        value=one.value,
        low=one.low,
        high=one.high,
        npv_low=at_low,
        npv_high=at_high,
        switching=switch.values,
        stepped=switch.stepped,
    )


def grid(scenario: Scenario, row_path: str, column_path: str, rows: Array, columns: Array) -> Grid:
    """The NPV difference for every pair of values of two inputs; either path may be `ratio`.

    Empty rows where an input is unknown.
    """
    down, across = (np.asarray(values, dtype=np.float64) for values in (rows, columns))
    changes = {row_path: np.repeat(down, across.size), column_path: np.tile(across, down.size)}
    found = npv_differences(Numbers(scenario), changes)
    table = () if np.isnan(found).any() else tuple(map(tuple, found.reshape(down.size, -1).tolist()))
    return Grid(row_path, column_path, tuple(down.tolist()), tuple(across.tolist()), table)
