"""Says of each token of a text, from the first to the last, whether a word of a rule ends in it."""

from __future__ import annotations

from collections.abc import Iterable


class Near:
    """Offsets in order, asked about in order."""

    def __init__(self, ends: Iterable[int] | None) -> None:
        """None is near everywhere."""
        self._ends = iter(ends or ())
        self._always = ends is None
        self._end = self._following()

    def holds(self, start: int, end: int) -> bool:
        """Whether one lies behind `start` and not behind `end`."""
        while self._end is not None and self._end <= start:
            self._end = self._following()
        return self._always or (self._end is not None and self._end <= end)

    def _following(self) -> int | None:
        return next(self._ends, None)
