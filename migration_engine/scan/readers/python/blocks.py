"""Finds triple-quoted strings in Python text without parsing it."""

from __future__ import annotations

import re
from bisect import bisect_right

from migration_engine.value import Value

_SIMPLE = re.compile(rb"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"")


class Strings(Value, frozen=True):
    """Begin and end offsets of the triple-quoted strings, in order."""

    begins: list[int]
    ends: list[int]

    def around(self, offset: int) -> int:
        """The end of the string that the offset is inside of, or 0."""
        at = bisect_right(self.begins, offset) - 1
        return self.ends[at] if at >= 0 and self.begins[at] < offset < self.ends[at] else 0

    def at(self, offset: int) -> int:
        """The end of the string that begins at the offset, or 0."""
        at = bisect_right(self.begins, offset) - 1
        return self.ends[at] if at >= 0 and self.begins[at] == offset else 0


def strings_in(source: bytes) -> Strings | None:
    """None where one never ends."""
    begins: list[int] = []
    ends: list[int] = []
    position = 0
    while (found := _next(source, position)) >= 0:
        if after := _not_code(source, position, found):
            position = after
            continue
        if not (end := _close(source, found + 3, source[found : found + 3])):
            return None
        begins.append(found)
        ends.append(end)
        position = end
    return Strings(begins, ends)


def _next(source: bytes, position: int) -> int:
    """The offset of the next three quotes, or -1."""
    double = source.find(b'"""', position)
    single = source.find(b"'''", position, double if double >= 0 else len(source))
    return single if single >= 0 else double


def _not_code(source: bytes, position: int, offset: int) -> int:
    """Where to go on when the quotes stand in a comment or in a string of one line, else 0."""
    row = source[max(source.rfind(b"\n", 0, offset) + 1, position) : offset]
    if b"#" not in row and b"'" not in row and b'"' not in row:
        return 0
    rest = _SIMPLE.sub(b"", row)
    if b"#" in rest or b"'" in rest or b'"' in rest:
        return source.find(b"\n", offset) + 1 or len(source)
    return 0


def _close(source: bytes, start: int, quotes: bytes) -> int:
    """The offset behind the closing quotes, or 0."""
    while (at := source.find(quotes, start)) >= 0:
        slashes = at
        while slashes > start and source[slashes - 1] == 0x5C:
            slashes -= 1
        if (at - slashes) % 2 == 0:
            return at + 3
        start = at + 1
    return 0
