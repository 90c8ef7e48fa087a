"""Finds the rows of a JSON text that are worth a walk: in data, hardly any holds a word of a rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from migration_engine.expression import expression
from migration_engine.scan.sighting import LONGEST_SYMBOL

_STRING = r"\"(?:[^\"\\\n]++|\\.)*+\""
_OUTSIDE = expression(rf"(?:[^\"\n]++|{_STRING})*+")
# Pairs of a key and a plain value: such a row means the same whatever stands around it.
_ALONE = expression(rf"[\s{{]*+(?:{_STRING}\s*:\s*(?:{_STRING}|-?[A-Za-z0-9][\w.+-]*+)[\s,}}\]]*+)+")
_LONG = LONGEST_SYMBOL // 2


def rows_apart(text: str, ends: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Begin and end of each row with one of the ends, or too long to be looked at whole.

    All of the text at once where one of these rows means nothing by itself.
    """
    worth = {*_long_rows(text), *_rows_at(ends, text)}
    if not worth:
        return
    if all(_ALONE.fullmatch(text, *row) for row in worth) and not _has_long_comment(text):
        yield from sorted(worth)
    else:
        yield 0, len(text)


def _long_rows(text: str) -> Iterator[tuple[int, int]]:
    """Leaps from the end of a row to the last end near enough: short rows are not looked at singly."""
    at = 0
    while at + _LONG < len(text):
        end = text.rfind("\n", at, at + _LONG + 1)
        if end < 0:
            end = text.find("\n", at) % (len(text) + 1)
            yield at, end
        at = end + 1


def _rows_at(ends: Iterable[int], text: str) -> Iterator[tuple[int, int]]:
    stop = -1
    for end in ends:
        if end > stop:
            stop = text.find("\n", end - 1) % (len(text) + 1)
            yield text.rfind("\n", 0, end - 1) + 1, stop


def _has_long_comment(text: str) -> bool:
    """Whether one that may go on over rows begins outside all strings."""
    at = text.find("/*")
    while at >= 0:
        if _OUTSIDE.fullmatch(text, text.rfind("\n", 0, at) + 1, at):
            return True
        at = text.find("/*", at + 1)
    return False
