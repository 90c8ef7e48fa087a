"""How far a sum of three-point estimates may lie from its mean."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from migration_engine.effort.range import Range


@dataclass(frozen=True, slots=True)
class Spread:
    """Person-days: the mean of the sum, and its standard deviation at both ends of what can be assumed.

    `apart`: the estimates err independently of each other. `together`: all err the same way, as low and high
    of a total assume. Which one holds nobody knows before the work; the truth lies between.
    """

    mean: float
    apart: float
    together: float

    def correlated(self, rho: float) -> float:
        """The standard deviation where every two estimates are correlated by `rho`, 0 to 1."""
        return sqrt((1 - rho) * self.apart**2 + rho * self.together**2)


def spread_of(estimates: Iterable[Range]) -> Spread:
    """The spread of a sum; a part has the mean (low + 4 likely + high) / 6, deviation (high - low) / 6."""
    mean, squares, deviations = 0.0, 0.0, 0.0
    for one in estimates:
        deviation = (one.high - one.low) / 6
        mean += (one.low + 4 * one.likely + one.high) / 6
        squares += deviation**2
        deviations += deviation
    return Spread(mean, sqrt(squares), deviations)
