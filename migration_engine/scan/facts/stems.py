"""Finds, at memory speed, the rows that give a value to a property of a model."""

from __future__ import annotations

from collections.abc import Iterator

from migration_engine.scan.search.hints import hints_in

_LONGEST_ROW = 20_000


def rows_with_a_stem(data: bytes) -> Iterator[tuple[int, str]]:
    """Number and text of each row that holds one, in order; a row of a bundle is cut."""
    line, start, stop = 1, 0, -1
    for end in hints_in(data).stems:
        if end <= stop:
            continue
        begin = data.rfind(b"\n", 0, end) + 1
        line += data.count(b"\n", start, begin)
        start, stop = begin, data.find(b"\n", end)
        stop = len(data) if stop < 0 else stop
        yield line, data[begin : min(stop, begin + _LONGEST_ROW)].decode("utf-8", "replace")
