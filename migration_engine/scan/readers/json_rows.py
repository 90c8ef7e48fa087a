"""Finds the rows of a JSON text that are worth a walk: in data, hardly any holds a word of a rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from migration_engine.expression import expression
from migration_engine.scan.sighting import LONGEST_SYMBOL
from migration_engine.scan.text import Places

_STRING = r"\"(?:[^\"\\\n]++|\\.)*+\""
_OUTSIDE = expression(rf"(?:[^\"\n]++|{_STRING})*+")
# Pairs of a key and a plain value: such a row means the same whatever stands around it.
_ALONE = expression(rf"[\s{{]*+(?:{_STRING}\s*:\s*(?:{_STRING}|-?[A-Za-z0-9][\w.+-]*+)[\s,}}\]]*+)+")
_LONG = LONGEST_SYMBOL // 2


def rows_apart(text: str, ends: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Begin and end of each row with one of the ends, or too long to be looked at whole.

    All of the text at once where one of these rows means nothing by itself.
    """
    rows = text.split("\n")
    worth = {number for number, row in enumerate(rows) if len(row) > _LONG}
    if not ends and not worth:
        return
    places = Places(text)
    worth.update(places.of(end - 1)[0] for end in ends)
    if all(_ALONE.fullmatch(rows[number]) for number in worth) and not _has_long_comment(text):
        yield from (
            (places.start(number), places.start(number) + len(rows[number])) for number in sorted(worth)
        )
    else:
        yield 0, len(text)


def _has_long_comment(text: str) -> bool:
    """Whether one that may go on over rows begins outside all strings."""
    at = text.find("/*")
    while at >= 0:
        if _OUTSIDE.fullmatch(text, text.rfind("\n", 0, at) + 1, at):
            return True
        at = text.find("/*", at + 1)
    return False
