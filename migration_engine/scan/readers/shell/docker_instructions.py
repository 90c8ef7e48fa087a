"""Splits a Dockerfile into instructions: continued rows and here-documents are of one, comments of none."""

from __future__ import annotations

import re
from collections.abc import Iterator

from migration_engine.expression import expression
from migration_engine.scan.embedded import Row
from migration_engine.scan.readers.shell.closers import Closers
from migration_engine.value import Value

_INSTRUCTION = expression(r"\s*(?:ONBUILD\s+)?([A-Za-z]+)(?:\s+|$)", re.IGNORECASE)
_ESCAPE = expression(r"\s*#\s*escape\s*=\s*`", re.IGNORECASE)
_MARK = expression(r"(?<!<)<<-?(['\"]?)([A-Za-z_]\w*)\1")
_TAKE_TEXTS = frozenset({"RUN", "COPY", "ADD"})


class Instruction(Value, frozen=True):
    """One instruction in capitals with the rows of its arguments, each at its place."""

    word: str
    rows: tuple[Row, ...]

    @property
    def line(self) -> int:
        return self.rows[0].line

    @property
    def text(self) -> str:
        """The arguments with their row breaks, but without the marks that continue them."""
        return "\n".join(re.sub(r"\\\s*$", " ", row.text) for row in self.rows)


class _Splitter:
    def __init__(self, text: str) -> None:
        self._rows = text.split("\n")
        self._next = 0
        self._escape = "`" if _ESCAPE.match(text) else "\\"
        self._closers = Closers(self._rows if "<<" in text else ())

    def instructions(self) -> Iterator[Instruction]:
        while self._next < len(self._rows):
            row = self._rows[self._next]
            found = _INSTRUCTION.match(row)
            if not found or row.lstrip().startswith("#"):
                self._next += 1
                continue
            word = found.group(1).upper()
            rows = list(self._continued(found.end()))
            if word in _TAKE_TEXTS:
                rows += self._texts(rows)
            yield Instruction(word, tuple(rows))

    def _continued(self, column: int) -> Iterator[Row]:
        """The row that begins at the column, and those that continue it, without comments between."""
        goes_on = True
        while goes_on and self._next < len(self._rows):
            text = self._rows[self._next][column:]
            self._next += 1
            if column == 0 and (not text.strip() or text.lstrip().startswith("#")):
                continue
            bare = text.rstrip()
            goes_on = bare.endswith(self._escape)
            yield Row(bare[:-1] + "\\" if goes_on else text, self._next, column)
            column = 0

    def _texts(self, rows: list[Row]) -> Iterator[Row]:
        """The here-documents of an instruction, with the rows that close them."""
        for mark in [one.group(2) for row in rows for one in _MARK.finditer(row.text)]:
            last = self._closers.after(self._next, mark)
            if last >= 0:
                first, self._next = self._next, last + 1
                yield from (Row(self._rows[at], at + 1) for at in range(first, self._next))


def instructions_of(text: str) -> Iterator[Instruction]:
    """All instructions in order."""
    return _Splitter(text).instructions()
