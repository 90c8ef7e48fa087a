"""Finds the row that closes a here-document."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence


class Closers:
    """All rows by their text, so that each mark is looked up once; one that is not indented comes first."""

    def __init__(self, rows: Sequence[str]) -> None:
        self._exact: dict[str, list[int]] = defaultdict(list)
        self._indented: dict[str, list[int]] = defaultdict(list)
        for number, row in enumerate(rows):
            (self._indented if row[:1].isspace() else self._exact)[row.strip()].append(number)

    def after(self, row: int, mark: str) -> int:
        """The row from 0 that closes a text which begins at the row, or -1 when none does."""
        for rows in (self._exact[mark], self._indented[mark]):
            found = bisect_left(rows, row)
            if found < len(rows):
                return rows[found]
        return -1
