"""Blanks secrets before anything of the scanned code is stored, logged or shown."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import cache
from itertools import accumulate, pairwise

from migration_engine.expression import expression
from migration_engine.scan.search.database import CASELESS, LINES, Database, Expression
from migration_engine.scan.secrets import shapes
from migration_engine.scan.text import lines_of

_MASK = "‹redacted›"
_LONGEST_ROW = 2000
# A notebook on one row: its strings are rows of their own while secrets are looked for.
_JOINT, _MARKED_ROW = '\\n", "', "\n\x1e"
_APART = f'\\n",{_MARKED_ROW}"'
_PLACEHOLDER = expression(
    r"""["']?(?:\$\{|\$\(|\$[A-Za-z_]\w*["']?$|\{\{|<[^>]*>|\{[\w.]*\}|%s|(?:none|null|true|false)\b)""",
    re.IGNORECASE,
)
_COMPUTED = expression(r"os\.|environ|getenv|process\.|(?:str|int)\b|self\.|args\.|[\w.]+[\[(]|\d{1,6}\b")
_RANDOM = expression(r"(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9]{20,}$")
_CODE = expression(r"^[A-Za-z_][\w]*(?:\.[A-Za-z_]\w*)*\(?$")


def redacted(text: str) -> str:
    """The text with every value that looks like a secret blanked; lines stay where they are.

    A secret may stand on several rows, so give the whole text, not a part of it. Rows are cut at 2,000
    characters.
    """
    return "\n".join(redacted_rows(text))


def redacted_rows(text: str, wanted: Collection[int] | None = None) -> list[str]:
    """The rows of a whole text with secrets blanked; those that are not wanted, counted from 0, are empty."""
    if "PRIVATE KEY" in text:
        text = shapes.KEY_BLOCK.sub(lambda found: _MASK + "\n" * found.group().count("\n"), text)
    rows = text.split("\n")
    if max(map(len, rows)) > _LONGEST_ROW:
        rows = [row[:_LONGEST_ROW] for row in rows]
    if _JOINT in text and _MARKED_ROW not in text:
        return _apart(rows, wanted)
    return _blanked_rows(rows, range(len(rows)) if wanted is None else wanted)


def _apart(rows: list[str], wanted: Collection[int] | None) -> list[str]:
    parts = [row.replace(_JOINT, _APART).split("\n") for row in rows]
    ends = list(accumulate(map(len, parts), initial=0))
    numbers = range(len(rows)) if wanted is None else wanted
    inside = {at for number in numbers for at in range(ends[number], ends[number + 1])}
    blanked = _blanked_rows([part for some in parts for part in some], inside)
    joined = ("\n".join(blanked[start:end]) for start, end in pairwise(ends))
    return [row.replace(_MARKED_ROW, " ") for row in joined]


def _blanked_rows(rows: list[str], wanted: Collection[int]) -> list[str]:
    """A row that is not wanted may still open a secret that goes on below it."""
    numbers = sorted(wanted)
    openers = _matching(_openings(), rows)
    wanted_rows = [rows[number] for number in numbers]
    named, tokens = ({numbers[at] for at in _matching(hints, wanted_rows)} for hints in _hints())
    for number in sorted({*openers, *named, *tokens}):
        if number in openers:
            _blank_below(rows, number)
        if number in tokens:
            rows[number] = shapes.TOKEN.sub(_MASK, rows[number])
        if number in named:
            rows[number] = _blanked(rows[number])
    kept = [""] * len(rows)
    for number in numbers:
        kept[number] = rows[number]
    return kept


def _matching(expressions: Database, rows: Iterable[str]) -> set[int]:
    """Looking for words in all rows at once is many times as fast as looking for patterns in each."""
    data = "\n".join(rows).encode("utf-8", "replace")
    ends: list[int] = []
    expressions.scan(data, lambda number, start, end, flags, context: ends.append(end))
    return {line - 1 for line in lines_of(sorted(ends), data)}


@cache
def _openings() -> Database:
    return Database([Expression(one, CASELESS | LINES) for one in shapes.OPENINGS])


@cache
def _hints() -> tuple[Database, Database]:
    """Of what stands behind names and words, and of tokens."""
    names, tokens = (
        [Expression(re.escape(hint), CASELESS) for hint in hints]
        for hints in (shapes.HINTS_OF_NAMES, shapes.HINTS_OF_TOKENS)
    )
    return Database(names), Database([*tokens, *map(Expression, shapes.OTHER_HINTS_OF_TOKENS)])


def _blanked(row: str) -> str:
    row = shapes.BEHIND_A_WORD.sub(lambda found: found["lead"] + _MASK, row)
    return shapes.BEHIND_A_NAME.sub(_named, row)


def _named(found: re.Match[str]) -> str:
    """A name of a secret with its value; code that only computes the value stays readable."""
    lead, value = found["lead"], found["value"]
    if _MASK in value or _PLACEHOLDER.match(value):
        return found.group()
    quote = value[: 1 + value.startswith("\\")]
    if quote[-1] in "\"'":
        return f"{lead}{quote}{_MASK}{quote}"
    return found.group() if _is_code(lead, value) else lead + _MASK


def _is_code(lead: str, value: str) -> bool:
    if _RANDOM.match(value):
        return False
    return bool(_COMPUTED.match(value) or (_CODE.match(value) and "=" in lead and " " in lead))


def _blank_below(rows: list[str], number: int) -> None:
    """The rows below one that ends with the name of a secret, as far as they are its value."""
    row = rows[number]
    if shapes.BLOCK_BELOW.search(row):
        _blank_block(rows, number + 1, _indent(row))
    elif shapes.STRINGS_BELOW.search(row):
        _blank_strings(rows, number + 1)
    elif shapes.VALUE_BELOW.search(row) and number + 1 < len(rows):
        rows[number + 1] = shapes.VALUE.sub(_named, rows[number + 1])


def _blank_block(rows: list[str], start: int, indent: int) -> None:
    for number in range(start, len(rows)):
        row = rows[number]
        if row.strip() and _indent(row) <= indent:
            return
        rows[number] = row[: _indent(row)] + _MASK if row.strip() else row


def _blank_strings(rows: list[str], start: int) -> None:
    """Strings that the language joins to one."""
    for number in range(start, len(rows)):
        found = shapes.ONLY_STRING.match(rows[number])
        if not found:
            return
        rows[number] = f'{found["lead"]}"{_MASK}"{found["end"]}'


def _indent(row: str) -> int:
    return len(row) - len(row.lstrip(shapes.DRESS))
