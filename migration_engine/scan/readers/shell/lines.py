"""Splits a shell script into logical lines: continued rows and open quotes are of one, comments of none."""

from __future__ import annotations

import re
from collections.abc import Iterator

from migration_engine.expression import expression
from migration_engine.scan.embedded import Row
from migration_engine.scan.readers.shell.closers import Closers
from migration_engine.value import Value

# A quote that goes on for longer than that is taken for an apostrophe.
_SPECIAL = expression(
    r"(?P<join>\\[ \t]*\n)"
    r"|\\."
    r"|'[^']{0,20000}+'"
    r'|"(?:[^"\\]|\\.){0,20000}+"'
    r"|\$\(\([^()\n]*\)\)"
    r"|(?P<comment>(?<![^\s;&|()])\#[^\n]*)"
    r"|<<<"
    r"|<<-?[ \t]*\\?(?P<quote>['\"]?)(?P<mark>[A-Za-z_][\w.-]*)(?P=quote)"
    r"|(?P<end>\n)",
    re.DOTALL,
)
_DIRECTIVE = expression(r"#(?:SBATCH|BSUB|PBS)\s")


class Body(Value, frozen=True):
    """A here-document of a command; `begin` is where its mark stands in the command."""

    begin: int
    rows: tuple[Row, ...]


class LogicalLine(Value, frozen=True):
    """One or more commands as a text that keeps its row breaks, with the line where it begins."""

    line: int
    text: str
    bodies: tuple[Body, ...] = ()


class _Splitter:
    """One walk through a script."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._rows = text.split("\n")
        self._closers = Closers(self._rows if "<<" in text else ())
        self._row = 0
        self._begin(0)

    def _begin(self, at: int) -> None:
        self._at, self._first = at, self._row
        self._pieces: list[str] = []
        self._kept = 0
        self._bodies: list[Body] = []
        self._marks: list[tuple[int, str]] = []
        self._open_row = -1
        """A row that is joined to the one before; with nothing but a comment it joins the next one, too."""

    def lines(self) -> Iterator[LogicalLine]:
        at = 0
        while found := _SPECIAL.search(self._text, at):
            at = found.end()
            if found.group("end") and self._open_row != self._row:
                self._row += 1
                at += self._take_bodies()
                yield from self._line(found.start())
                self._begin(at)
            else:
                self._special(found)
        yield from self._line(len(self._text))

    def _special(self, found: re.Match[str]) -> None:
        if found.group("comment"):
            self._comment(found)
        elif found.group("mark"):
            self._marks.append((self._kept + found.start() - self._at, found.group("mark")))
        elif found.group("join"):
            self._keep(found.start(), found.end(), " \n")
            self._open_row = -2
        self._row += found.group().count("\n")

    def _keep(self, end: int, following: int, between: str = "") -> None:
        piece = self._text[self._at : end] + between
        self._pieces.append(piece)
        self._kept += len(piece)
        self._at = following

    def _comment(self, found: re.Match[str]) -> None:
        before = self._text[self._at : found.start()]
        if before.strip() or not _DIRECTIVE.match(found.group()):
            self._keep(found.start(), found.end())
            if not before.strip() and self._open_row == -2:
                self._open_row = self._row

    def _take_bodies(self) -> int:
        """The here-documents that begin below; a mark that nothing closes is none. Gives their length."""
        length = 0
        for begin, mark in self._marks:
            last = self._closers.after(self._row, mark)
            if last >= 0:
                rows = self._rows[self._row : last]
                length += sum(map(len, rows)) + len(rows) + len(self._rows[last]) + 1
                self._bodies.append(
                    Body(begin, tuple(Row(row, self._row + at + 1) for at, row in enumerate(rows)))
                )
                self._row = last + 1
        return length

    def _line(self, end: int) -> Iterator[LogicalLine]:
        self._keep(end, end)
        text = "".join(self._pieces)
        if text.strip():
            yield LogicalLine(self._first + 1, text, tuple(self._bodies))


def logical_lines(text: str) -> Iterator[LogicalLine]:
    """The commands of a script, without comments but for the directives of batch queues."""
    return _Splitter(text).lines()
