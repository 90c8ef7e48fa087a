"""Where a difference that is straight over an input is zero: money and amounts of work, data and energy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from migration_engine.tco.bounds import AMOUNT
from migration_engine.tco.numbers import Array, Numbers
from migration_engine.tco.ranges import Ranged
from migration_engine.tco.variants import npv_differences, one_at_a_time

# Of the difference itself: what rounding alone makes of an input without influence.
_NO_SLOPE = 1e-12


def is_straight(one: Ranged) -> bool:
    """Whether the NPV difference is straight over the input: no fleet depends on an amount."""
    return one.bounds == AMOUNT


def roots_of(numbers: Numbers, inputs: Sequence[Ranged], base: float) -> list[float | None]:
    """The value of each straight input at which the difference is zero; None where no amount reaches that."""
    if not inputs:
        return []
    here = np.array([one.value for one in inputs])
    there = np.where(here == 0, 1.0, here * 2)
    found = npv_differences(numbers, one_at_a_time(numbers, [one.path for one in inputs], there))
    return [_root(*one, base) for one in zip(here.tolist(), there.tolist(), _list(found), strict=True)]


def _list(found: Array) -> list[float]:
    amounts: list[float] = found.tolist()
    return amounts


def _root(here: float, there: float, moved: float, base: float) -> float | None:
    if abs(moved - base) <= _NO_SLOPE * max(abs(base), abs(moved)):
        return None
    root = here - base * (there - here) / (moved - base)
    return root if AMOUNT.least <= root <= AMOUNT.most else None
