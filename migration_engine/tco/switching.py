"""The values of an input at which the verdict flips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from migration_engine.tco.numbers import Array, Numbers
from migration_engine.tco.ranges import Ranged
from migration_engine.tco.straight import is_straight, roots_of
from migration_engine.tco.variants import npv_differences, one_at_a_time

_POINTS = 81
# Each round leaves an eighth of a bracket.
_PARTS, _ROUNDS = 8, 11
# How far beyond its range an input is tried, as a multiple of its high end.
_BEYOND = 4.0
# Whole numbers are tried one by one up to this far from the present one.
_MOST_WHOLE = 120


@dataclass(frozen=True, slots=True)
class Switch:
    """Where the verdict flips, nearest to the present value first; whether it jumps there."""

    values: tuple[float, ...]
    stepped: bool


@dataclass(frozen=True, slots=True)
class _Bracket:
    """Two neighbouring values of one input with different verdicts."""

    which: int
    near: float
    far: float


def switches_of(numbers: Numbers, inputs: Sequence[Ranged], base: float) -> list[Switch]:
    """The switching values of each input, all others as they are; `base` is the difference now."""
    straight = [one for one in inputs if is_straight(one)]
    others = [one for one in inputs if not is_straight(one)]
    roots = roots_of(numbers, straight, base)
    found = {
        one.path: Switch(() if root is None else (root,), stepped=False)
        for one, root in zip(straight, roots, strict=True)
    }
    bent = _searched(numbers, others, base)
    found |= {one.path: switch for one, switch in zip(others, bent, strict=True)}
    return [found[one.path] for one in inputs]


def _searched(numbers: Numbers, inputs: Sequence[Ranged], base: float) -> list[Switch]:
    if not inputs:
        return []
    tried = [_tried(one) for one in inputs]
    paths = [one.path for one, values in zip(inputs, tried, strict=True) for _ in values]
    found = npv_differences(numbers, one_at_a_time(numbers, paths, np.concatenate(tried)))
    ends = np.cumsum([0, *map(len, tried)])
    brackets = [
        bracket
        for which, values in enumerate(tried)
        for bracket in _brackets(which, values, found[ends[which] : ends[which + 1]])
    ]
    return _switches(numbers, inputs, brackets, scale=max(abs(base), 1.0))


def _tried(one: Ranged) -> Array:
    """Values to look at, growing, the present one among them."""
    bounds = one.bounds
    reach = max(abs(one.low), abs(one.high)) * _BEYOND
    low, high = max(bounds.least, -reach), min(bounds.limit, reach)
    if bounds.whole:
        low, high = (
            max(low, one.value - _MOST_WHOLE),
            max(one.high, min(bounds.limit, one.value + _MOST_WHOLE)),
        )
        return np.arange(low, high + 1)
    if bounds.below == bounds.limit:
        high = min(high, np.nextafter(bounds.below, 0.0))
    if bounds.positive:
        low = max(low, one.low / 10, 1e-9)
    return np.unique(np.append(np.linspace(low, high, _POINTS), one.value))


def _brackets(which: int, values: Array, differences: Array) -> list[_Bracket]:
    flips = np.flatnonzero((differences[:-1] >= 0) != (differences[1:] >= 0))
    return [_Bracket(which, float(values[at]), float(values[at + 1])) for at in flips]


def _switches(
    numbers: Numbers, inputs: Sequence[Ranged], brackets: Sequence[_Bracket], scale: float
) -> list[Switch]:
    found, jumps = _narrowed(numbers, inputs, brackets)
    result = []
    for which, one in enumerate(inputs):
        mine = [at for at, bracket in enumerate(brackets) if bracket.which == which]
        values = sorted((found[at] for at in mine), key=lambda value: abs(value - one.value))
        result.append(Switch(tuple(values), any(jumps[at] > 1e-6 * scale for at in mine)))
    return result


def _narrowed(
    numbers: Numbers, inputs: Sequence[Ranged], brackets: Sequence[_Bracket]
) -> tuple[list[float], list[float]]:
    """Where each bracket flips, and by how much the difference jumps there; all brackets at once."""
    if not brackets:
        return [], []
    paths = [inputs[one.which].path for one in brackets]
    whole = np.array([inputs[one.which].bounds.whole for one in brackets])
    low, high = (np.array([getattr(one, end) for one in brackets]) for end in ("near", "far"))
    for _ in range(0 if whole.all() else _ROUNDS):
        inner_low, inner_high = _part_with_the_flip(numbers, paths, low, high)
        low, high = np.where(whole, low, inner_low), np.where(whole, high, inner_high)
    here, there = (npv_differences(numbers, one_at_a_time(numbers, paths, end)) for end in (low, high))
    values = np.array([inputs[one.which].value for one in brackets])
    # Of two whole numbers the one with the other verdict, seen from the present value.
    flipped = np.where(whole & (values >= high), low, high)
    return flipped.tolist(), np.where(whole, 0.0, np.abs(there - here)).tolist()


def _part_with_the_flip(
    numbers: Numbers, paths: Sequence[str], low: Array, high: Array
) -> tuple[Array, Array]:
    """Of equal parts of each bracket the first whose ends have different verdicts."""
    steps = np.linspace(low, high, _PARTS + 1, axis=1)
    each = [path for path in paths for _ in range(_PARTS + 1)]
    found = npv_differences(numbers, one_at_a_time(numbers, each, steps.ravel())).reshape(steps.shape) >= 0
    at = np.argmax(found[:, 1:] != found[:, :1], axis=1)
    rows = np.arange(len(paths))
    return steps[rows, at], steps[rows, at + 1]
