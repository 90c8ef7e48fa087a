"""Finds, at memory speed, the rows that give a value to a property of a model."""

from __future__ import annotations

from collections.abc import Iterator

from migration_engine.scan.search.hints import hints_in

_LONGEST_ROW = 2000
_AROUND = 400


def rows_with_a_stem(data: bytes) -> Iterator[tuple[int, str]]:
    """Number and text of each row that holds one, in order; of a long row of data what stands around it."""
    line, start, stop = 1, 0, -1
    for end in hints_in(data).stems:
        if end <= stop:
            continue
        before, begin = stop, data.rfind(b"\n", 0, end) + 1
        line += data.count(b"\n", start, begin)
        start, stop = begin, data.find(b"\n", end)
        stop = len(data) if stop < 0 else stop
        if stop - begin > _LONGEST_ROW:
            begin, stop = max(begin, before, end - _AROUND), min(stop, end + _AROUND)
        yield line, data[begin:stop].decode("utf-8", "replace")
