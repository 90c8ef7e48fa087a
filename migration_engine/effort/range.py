"""A three-point estimate in person-days."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Range:
    """Person-days if all goes well, most likely, and if it does not."""

    low: float
    likely: float
    high: float

    def __add__(self, other: Range) -> Range:
        return Range(self.low + other.low, self.likely + other.likely, self.high + other.high)

    def times(self, factor: float) -> Range:
        """The same work `factor` times over."""
        return Range(self.low * factor, self.likely * factor, self.high * factor)

    def rounded(self) -> Range:
        """To a hundredth of a day: finer would pretend to know."""
        return Range(round(self.low, 2), round(self.likely, 2), round(self.high, 2))


NOTHING = Range(0.0, 0.0, 0.0)


def total(ranges: Iterable[Range]) -> Range:
    """Ends added to ends: estimates err together, so the sum is as wide as its parts."""
    added = NOTHING
    for one in ranges:
        added += one
    return added.rounded()
