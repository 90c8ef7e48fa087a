"""Thresholds as people read them: rounded so that what is said holds for the number shown."""

from __future__ import annotations

from math import ceil, floor, isclose, log10

# What arithmetic leaves behind a number that was round.
_NOISE = 1e-10
_MOST_DIGITS = 10


def at_least(value: float, digits: int) -> float:
    """The lowest number with so many digits after the point that is not below the value."""
    return round(ceil(value * (1 - _NOISE) * 10.0**digits) / 10.0**digits, digits)


def at_least_beside(value: float, other: float, digits: int) -> tuple[float, float, int]:
    """A threshold rounded up and a number beside it, with the digits that show which is higher."""
    if isclose(value, other, rel_tol=_NOISE):
        return (shown := at_least(value, digits)), shown, digits
    for more in range(digits, _MOST_DIGITS + 1):
        shown, beside = at_least(value, more), round(other, more)
        if shown != beside and (shown > beside) == (value > other):
            return shown, beside, more
    return value, other, _MOST_DIGITS


def beyond(value: float, start: float, significant: int) -> float:
    """A switching value rounded away from the present one, so that the verdict has flipped there."""
    if value in (0.0, start):
        return value
    digits = significant - 1 - floor(log10(abs(value)))
    scaled = value * 10.0**digits
    noise = abs(scaled) * _NOISE
    return round((ceil(scaled - noise) if value > start else floor(scaled + noise)) / 10.0**digits, digits)
