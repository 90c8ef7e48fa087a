"""When the open findings would be gone at the pace so far: a range, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

FEWEST = 3
"""Scans that a forecast needs: two of them are one step, and one step has no spread."""
_SHORTEST_DAYS = 1 / 24
_RECENT = 6


class Outlook(StrEnum):
    """What can be said about the end."""

    TOO_FEW = "too few scans"
    DONE = "done"
    NO_END = "no end at this pace"
    RANGE = "range"


@dataclass(frozen=True, slots=True)
class Forecast:
    """Days from the last scan on, told from the last `scans` of them.

    `latest_days` is None where the slowest step went the other way.
    """

    outlook: Outlook
    scans: int
    earliest_days: float = 0.0
    latest_days: float | None = None


def forecast(points: Sequence[tuple[float, float]]) -> Forecast:
    """The outlook from (day, open findings) of each scan in order of time.

    The fastest and the slowest of the last steps bound the range; a step shorter than an hour counts as one.
    """
    if len(points) < FEWEST:
        return Forecast(Outlook.TOO_FEW, len(points))
    recent = points[-_RECENT:]
    left = recent[-1][1]
    if not left:
        return Forecast(Outlook.DONE, len(recent))
    paces = [
        (before - after) / max(_SHORTEST_DAYS, end - begin)
        for (begin, before), (end, after) in zip(recent, recent[1:], strict=False)
    ]
    if recent[0][1] <= left or max(paces) <= 0:
        return Forecast(Outlook.NO_END, len(recent))
    slowest = min(paces)
    latest = left / slowest if slowest > 0 else None
    return Forecast(Outlook.RANGE, len(recent), left / max(paces), latest)
