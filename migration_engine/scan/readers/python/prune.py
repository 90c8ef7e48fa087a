"""Cuts from a Python text every statement that no clue stands in, so that little remains to be parsed.

Lines and columns of what remains do not move. Kept are: statements with a clue, the headers around them,
imports of what they name, a name given to another name, and all of an `if` whose conditions hold a clue.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from migration_engine.scan.readers.python.blocks import Strings
from migration_engine.scan.readers.python.imports import Import

_DECORATOR = b"@"
_OWN_SCOPE = re.compile(rb"(?:async[ \t]+def|def|class)\b")
_CLAUSE = re.compile(rb"(?:else|elif|except|finally)\b")
_CONDITION = re.compile(rb"(?:if|elif)\b")
_COMPOUND = re.compile(rb"(?:async|def|class|if|elif|else|for|while|with|try|except|finally)\b")
_HEADER_END = re.compile(rb":[ \t]*(?:#[^\n]*)?\n")
_BODY = re.compile(rb"(?:[ \t]*(?:#[^\n]*)?\n)*([ \t]*)(?=[^\s#])")
_STRING_PREFIX = re.compile(rb"[ \t]*[rRuUbB]{0,2}(?=['\"]{3})")
_REST = re.compile(rb"(?:\s|#[^\n]*(?:\n|\Z))*")

Cut = tuple[int, int, bytes]


class Pruner:
    """One text with the offsets of its clues, and of what is kept beside them; both in order."""

    def __init__(self, source: bytes, clues: Sequence[int], beside: Sequence[int], strings: Strings) -> None:
        self._source = source
        self._clues = clues
        self._beside = beside
        self._points = sorted({*clues, *beside}) if beside else clues
        self._strings = strings
        self._continued = b"\\\n" in source

    def pruned(self, imports: Sequence[Import] = ()) -> bytes:
        """Empty when no clue stands where it matters. Of the imports only those stay that it takes."""
        matters, cuts = self._block(0, len(self._source), b"")
        if not matters:
            return b""
        kept = b"".join(self._pieces(cuts))
        named = [one for one in imports if any(name in kept for name in one.taken.bound)]
        return b"".join(self._pieces(list(_without(cuts, named)))) if named else kept

    def _pieces(self, cuts: Sequence[Cut]) -> Iterator[bytes]:
        source, position = self._source, 0
        for begin, end, filler in cuts:
            yield source[position:begin]
            yield filler
            yield b"\n" * source.count(b"\n", begin, end)
            position = end
        yield source[position:]

    def _block(self, begin: int, end: int, indent: bytes) -> tuple[bool, list[Cut]]:
        """Whether a clue matters in one block, and what it can do without; `pass` stands for all of it."""
        starts = self._starts(begin, end, indent)
        if not starts:
            return _in(self._clues, begin, end), []
        matters = _in(self._clues, begin, starts[0])
        cuts: list[Cut] = []
        kept, done = False, 0
        for first, last in self._units_with_points(starts, end, indent):
            unit = [*starts[first:last], *(starts[last : last + 1] or [end])]
            holds, inner = self._inside(unit, indent)
            if holds or self._binds(unit, indent):
                kept = True
                cuts += self._cut(starts[done:first], unit[0], indent)
                cuts += inner
                matters, done = matters or holds, last
        rest = self._cut(starts[done:], end, indent)
        if not kept and rest == [(starts[0], end, b"")]:
            rest = [(starts[0], end, indent + b"pass")]
        return matters, [*cuts, *rest]

    def _units_with_points(self, starts: Sequence[int], end: int, indent: bytes) -> Iterator[tuple[int, int]]:
        """Of each statement that holds a point: which of the starts are its own."""
        at = bisect_left(self._points, starts[0])
        while at < len(self._points) and self._points[at] < end:
            first = bisect_right(starts, self._points[at]) - 1
            first, last = self._unit(starts, first, indent)
            yield first, last
            at = bisect_left(self._points, starts[last] if last < len(starts) else end, at)

    def _unit(self, starts: Sequence[int], at: int, indent: bytes) -> tuple[int, int]:
        """A statement begins with its decorators, and goes on with its clauses."""
        first, last, depth = at, at + 1, len(indent)
        while first and self._goes_on(starts[first - 1] + depth, starts[first] + depth):
            first -= 1
        while last < len(starts) and self._goes_on(starts[last - 1] + depth, starts[last] + depth):
            last += 1
        return first, last

    def _goes_on(self, before: int, at: int) -> bool:
        return self._source.startswith(_DECORATOR, before) or _CLAUSE.match(self._source, at) is not None

    def _cut(self, starts: Sequence[int], end: int, indent: bytes) -> list[Cut]:
        """Cut statements that stand for themselves, all at once if it can be."""
        if not starts or starts[0] == end:
            return []
        if self._closed(starts[0], end):
            return [(starts[0], end, b"")]
        ends, at = [], 0
        while at < len(starts):
            ends.append(starts[at])
            at = self._unit(starts, at, indent)[1]
        return [(start, stop, b"") for start, stop in pairwise([*ends, end]) if self._closed(start, stop)]

    def _starts(self, begin: int, end: int, indent: bytes) -> list[int]:
        """The lines that begin a statement or one of its clauses."""
        source = self._source
        starts = [found.start() + 1 for found in _lines(indent).finditer(source, begin - 1, end)]
        if not begin and _first(indent).match(source):
            starts.insert(0, 0)
        for at in range(bisect_left(self._strings.begins, begin), bisect_left(self._strings.begins, end)):
            inside = bisect_right(starts, self._strings.begins[at])
            del starts[inside : bisect_left(starts, self._strings.ends[at])]
        if self._continued:
            return [start for start in starts if source[start - 2 : start] != b"\\\n"]
        return starts

    def _is_more_than_a_docstring(self, start: int, stop: int) -> bool:
        prefix = _STRING_PREFIX.match(self._source, start)
        behind = self._strings.at(prefix.end()) if prefix else 0
        rest = _REST.match(self._source, behind, stop) if behind else None
        return rest is None or rest.end() != stop

    def _binds(self, unit: list[int], indent: bytes) -> bool:
        """Whether it gives the block names that may matter; what a function or class binds is its own."""
        binds = _in(self._beside, unit[0], unit[-1])
        return binds and not _OWN_SCOPE.match(self._source, unit[-2] + len(indent))

    def _closed(self, start: int, stop: int) -> bool:
        """Whether it stands for itself: an odd layout may have cut inside brackets."""
        count = self._source.count
        return (
            count(b"(", start, stop) == count(b")", start, stop)
            and count(b"[", start, stop) == count(b"]", start, stop)
            and count(b"{", start, stop) == count(b"}", start, stop)
        )

    def _inside(self, unit: list[int], indent: bytes) -> tuple[bool, list[Cut]]:
        """Prune the bodies of a compound statement, unless its conditions matter to what they hold."""
        bodies: list[tuple[int, int]] = []
        cuts: list[Cut] = []
        holds = False
        for start, stop in pairwise(unit):
            at = start + len(indent)
            if self._source.startswith(_DECORATOR, at):
                if _in(self._clues, start, stop):
                    holds = True
                elif self._closed(start, stop):
                    cuts.append((start, stop, b""))
                continue
            header = self._header_end(at, stop) if _COMPOUND.match(self._source, at) else 0
            if not header or (_CONDITION.match(self._source, at) and _in(self._clues, start, header)):
                return self._holds(unit), cuts
            holds = holds or _in(self._clues, start, header)
            bodies.append((header, stop))
        for header, stop in bodies:
            body = _BODY.match(self._source, header, stop)
            if body and len(body.group(1)) > len(indent):
                matters, inner = self._block(header, stop, body.group(1))
                holds = holds or matters
                cuts += inner
            else:
                holds = holds or _in(self._clues, header, stop)
        return holds, cuts

    def _holds(self, unit: list[int]) -> bool:
        start, stop = unit[0], unit[-1]
        return _in(self._clues, start, stop) and self._is_more_than_a_docstring(start, stop)

    def _header_end(self, start: int, stop: int) -> int:
        """The offset behind the line of the colon that opens the body, or 0."""
        for found in _HEADER_END.finditer(self._source, start, stop):
            if self._closed(start, found.start()) and not self._strings.around(found.start()):
                return found.end()
        return 0


def _without(cuts: Sequence[Cut], imports: Sequence[Import]) -> Iterator[Cut]:
    """The cuts around the imports that lie in them."""
    at = 0
    for begin, end, filler in cuts:
        while at < len(imports) and imports[at].begin < begin:
            at += 1
        while at < len(imports) and imports[at].end <= end:
            yield begin, imports[at].begin, b""
            begin, filler = imports[at].end, b""
            at += 1
        yield begin, end, filler


@lru_cache(maxsize=64)
def _lines(indent: bytes) -> re.Pattern[bytes]:
    """The end of a line before one that can begin a statement at just this depth."""
    return re.compile(rb"\n" + re.escape(indent) + rb"(?=[^\s#)\]}])")


@lru_cache(maxsize=64)
def _first(indent: bytes) -> re.Pattern[bytes]:
    return re.compile(re.escape(indent) + rb"(?=[^\s#)\]}])")


def _in(offsets: Sequence[int], start: int, stop: int) -> bool:
    at = bisect_left(offsets, start)
    return at < len(offsets) and offsets[at] < stop
