"""Money at different times: discount factors, annuities, straight lines."""

from __future__ import annotations

from functools import partial

import numpy as np

from migration_engine.tco.numbers import Array, Numbers
from migration_engine.tco.scenario import Discounting

_RATE = frozenset({"wacc_annual"})
_EARLIER = {Discounting.END: 0.0, Discounting.MID: 0.5, Discounting.BEGIN: 1.0}


def factors(numbers: Numbers) -> Array:
    """What money of each month is worth in month 0, (n, months); month 0 itself is not discounted."""
    return numbers.once("discount factors", _RATE, partial(_factors, numbers))


def _factors(numbers: Numbers) -> Array:
    moved = np.maximum(numbers.months - _EARLIER[numbers.scenario.discounting], 0.0)
    return factor(numbers["wacc_annual"], moved)


def factor(annual: Array, months: Array) -> Array:
    """What one unit is worth that many months earlier, at a yearly rate."""
    worth: Array = (1 + annual) ** (-months / 12)
    return worth


def present_value(flow: Array, numbers: Numbers) -> Array:
    """The value of a flow (n, months) in month 0, (n,)."""
    value: Array = (flow * factors(numbers)).sum(axis=1)
    return value


def monthly_rate(annual: float) -> float:
    """The effective monthly rate: twelve of them compound to the yearly one."""
    return float((1 + annual) ** (1 / 12) - 1)


def payment(rate: float, periods: float, amount: float, final: float = 0.0) -> float:
    """The level payment at the end of each period that repays `amount` but for `final`."""
    if rate == 0:
        return (amount - final) / periods
    shrunk = float((1 + rate) ** -periods)
    return (amount - final * shrunk) * rate / (1 - shrunk)


def straight_line(price: float, residual: float, years: float) -> float:
    """Write-down a year from price to residual."""
    return (price - residual) / years


def real_rate(nominal: float, inflation: float) -> float:
    """The rate for flows without inflation that matches a nominal one."""
    return (1 + nominal) / (1 + inflation) - 1
