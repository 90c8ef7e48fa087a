"""Cuts from a Python text every statement that no clue stands in, so that little remains to be parsed.

Lines and columns of what remains do not move. Kept are: statements with a clue, the headers around them,
imports, a name given to another name, and the whole of an `if` whose conditions hold a clue.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache

from migration_engine.scan.readers.python.blocks import Strings

_DECORATOR = b"@"
_OWN_SCOPE = re.compile(rb"(?:async[ \t]+def|def|class)\b")
_CLAUSE = re.compile(rb"(?:else|elif|except|finally)\b")
_CONDITION = re.compile(rb"(?:if|elif)\b")
_COMPOUND = re.compile(rb"(?:async|def|class|if|elif|else|for|while|with|try|except|finally)\b")
_HEADER_END = re.compile(rb":[ \t]*(?:#[^\n]*)?\n")
_BODY = re.compile(rb"(?:[ \t]*(?:#[^\n]*)?\n)*([ \t]*)(?=[^\s#])")
_STRING_PREFIX = re.compile(rb"[rRuUbB]{0,2}(?=['\"]{3})")
_REST = re.compile(rb"(?:\s|#[^\n]*(?:\n|\Z))*")


class Pruner:
    """One text with the offsets of its clues, and of what is kept beside them; both in order."""

    def __init__(self, source: bytes, clues: Sequence[int], beside: Sequence[int], strings: Strings) -> None:
        self._source = source
        self._clues = clues
        self._beside = beside
        self._strings = strings
        self._cuts: list[tuple[int, int, bytes]] = []

    def pruned(self) -> bytes:
        source = self._source
        self._block(0, len(source), b"")
        pieces: list[bytes] = []
        position = 0
        for begin, end, filler in self._cuts:
            pieces += (source[position:begin], filler, b"\n" * source.count(b"\n", begin, end))
            position = end
        return b"".join((*pieces, source[position:]))

    def _block(self, begin: int, end: int, indent: bytes) -> None:
        """Cut what one block can do without; `pass` takes its place when that is all of it."""
        units = list(self._units(begin, end, indent))
        first = len(self._cuts)
        kept = False
        useless: list[tuple[int, int]] = []
        for unit in units:
            if not self._holds(unit[0], unit[-1]) and not self._binds(unit, indent):
                useless.append((unit[0], unit[-1]))
                continue
            kept = True
            self._cut(useless)
            useless = []
            self._inside(unit, indent)
        kept = not self._cut(useless) or kept
        if units and not kept and len(self._cuts) > first:
            start, stop, _ = self._cuts[first]
            self._cuts[first] = (start, stop, indent + b"pass")

    def _cut(self, neighbours: Sequence[tuple[int, int]]) -> bool:
        """Cut what stands for itself, all at once if it can be. False where something stays."""
        if not neighbours:
            return True
        whole = neighbours[0][0], neighbours[-1][1]
        closed = [whole] if self._closed(*whole) else [one for one in neighbours if self._closed(*one)]
        self._cuts += [(start, stop, b"") for start, stop in closed]
        return closed == [whole] or len(closed) == len(neighbours)

    def _units(self, begin: int, end: int, indent: bytes) -> Iterator[list[int]]:
        """Each statement as the offsets of its decorators and clauses, and its end."""
        unit: list[int] = []
        pending = False
        depth = len(indent)
        for start in self._starts(begin, end, indent):
            at = start + depth
            if unit and not pending and not _CLAUSE.match(self._source, at):
                yield [*unit, start]
                unit = []
            unit.append(start)
            pending = self._source.startswith(_DECORATOR, at)
        if unit:
            yield [*unit, end]

    def _starts(self, begin: int, end: int, indent: bytes) -> Iterator[int]:
        source, around = self._source, self._strings.around
        for found in _lines(indent).finditer(source, begin, end):
            start = found.start()
            if not around(start) and source[start - 2 : start] != b"\\\n":
                yield start

    def _holds(self, start: int, stop: int) -> bool:
        """Whether a clue stands in it, and it is more than a docstring."""
        if not _in(self._clues, start, stop):
            return False
        at = start
        while self._source[at] in b" \t":
            at += 1
        prefix = _STRING_PREFIX.match(self._source, at)
        behind = self._strings.at(prefix.end()) if prefix else 0
        rest = _REST.match(self._source, behind, stop) if behind else None
        return rest is None or rest.end() != stop

    def _binds(self, unit: list[int], indent: bytes) -> bool:
        """Whether it gives the block names that may matter; what a function or class binds is its own."""
        if not _in(self._beside, unit[0], unit[-1]):
            return False
        return not _OWN_SCOPE.match(self._source, unit[-2] + len(indent))

    def _closed(self, start: int, stop: int) -> bool:
        """Whether it stands for itself: an odd layout may have cut inside brackets."""
        count = self._source.count
        return all(
            count(opening, start, stop) == count(closing, start, stop)
            for opening, closing in ((b"(", b")"), (b"[", b"]"), (b"{", b"}"))
        )

    def _inside(self, unit: list[int], indent: bytes) -> None:
        """Prune the bodies of a compound statement, unless its conditions matter to what they hold."""
        bodies = []
        for start, stop in zip(unit, unit[1:], strict=False):
            at = start + len(indent)
            if self._source.startswith(_DECORATOR, at):
                if not _in(self._clues, start, stop) and self._closed(start, stop):
                    self._cuts.append((start, stop, b""))
                continue
            header = self._header_end(at, stop) if _COMPOUND.match(self._source, at) else 0
            if not header or (_CONDITION.match(self._source, at) and _in(self._clues, start, header)):
                return
            bodies.append((header, stop))
        for header, stop in bodies:
            body = _BODY.match(self._source, header, stop)
            if body and len(body.group(1)) > len(indent):
                self._block(header, stop, body.group(1))

    def _header_end(self, start: int, stop: int) -> int:
        """The offset behind the line of the colon that opens the body, or 0."""
        for found in _HEADER_END.finditer(self._source, start, stop):
            if self._closed(start, found.start()) and not self._strings.around(found.start()):
                return found.end()
        return 0


@lru_cache(maxsize=64)
def _lines(indent: bytes) -> re.Pattern[bytes]:
    """Lines that can begin a statement at just this depth."""
    return re.compile(rb"^" + re.escape(indent) + rb"(?=[^\s#)\]}])", re.MULTILINE)


def _in(offsets: Sequence[int], start: int, stop: int) -> bool:
    at = bisect_left(offsets, start)
    return at < len(offsets) and offsets[at] < stop
