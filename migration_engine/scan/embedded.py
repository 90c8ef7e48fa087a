"""Reads a text that stands inside another one, and puts what it sights where the file has it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from migration_engine.model import Span
from migration_engine.scan.sighting import MOST_SIGHTS, Full, Reading
from migration_engine.value import Value

_DEEPEST = 4


class Row(Value, frozen=True):
    """A row of the inner text; its place in the file is a line from 1 and a column from 0."""

    text: str
    line: int
    column: int = 0


def read_inside(language: str, rows: Sequence[Row], reading: Reading) -> str:
    """Read the rows by the reader of their language. Returns what it has to remark."""
    reader = reading.readers.get(language)
    if not reader or not rows or reading.depth >= _DEEPEST:
        return ""
    if len(reading.sights) >= MOST_SIGHTS:
        raise Full
    spoken = "" if language == "shell" else language  # commands belong to the file that holds them
    inner = Reading(reading.wants, readers=reading.readers, depth=reading.depth + 1, words=reading.words)
    try:
        reader("\n".join(row.text for row in rows), inner)
    finally:  # also when the inner text alone has more places than a file may have
        _put_in_place(inner, rows, reading, spoken)
    return inner.note


def _put_in_place(inner: Reading, rows: Sequence[Row], reading: Reading, spoken: str) -> None:
    reading.sights += [
        replace(
            sight,
            span=_in_file(sight.span, rows),
            handled_at=_line(sight.handled_at, rows),
            language=sight.language or spoken,
        )
        for sight in inner.sights
    ]
    reading.links += [
        replace(link, line=_line(link.line, rows), language=link.language or spoken) for link in inner.links
    ]
    reading.offers += [replace(offer, line=_line(offer.line, rows)) for offer in inner.offers]
    reading.automatic_from = reading.automatic_from or _line(inner.automatic_from, rows)


def _line(number: int, rows: Sequence[Row]) -> int:
    return _at(number, rows).line if number else 0


def _at(number: int, rows: Sequence[Row]) -> Row:
    return rows[min(number, len(rows)) - 1]


def _in_file(span: Span, rows: Sequence[Row]) -> Span:
    first, last = _at(span.line, rows), _at(span.end_line, rows)
    return Span(first.line, last.line, first.column + span.column, last.column + span.end_column)
