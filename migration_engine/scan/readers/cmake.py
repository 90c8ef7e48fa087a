"""Reads CMake and make files: packages, languages, build switches, commands."""

from __future__ import annotations

import re

from migration_engine.expression import expression
from migration_engine.model import Span
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.embedded import Row, read_inside
from migration_engine.scan.sighting import Reading, on_line
from migration_engine.scan.text import Places

_CALL = expression(r"\b(find_package|enable_language|project|cuda_add_\w+)\s*\(([^()]*+)", re.IGNORECASE)
# Comments of a row and in brackets; escapes, strings and bracket arguments, in which `#` begins none.
_ASIDE = expression(
    r"#(?:\[(?P<c>=*+)\[.*?(?:\](?P=c)\]|\Z)|[^\n]*+)"
    r"|\\.|\"(?:\\.|[^\"\\])*+\"?|\[(?P<a>=*+)\[.*?(?:\](?P=a)\]|\Z)",
    re.DOTALL,
)
_LETTER = expression(r"[^\n]")
_PAREN = expression(r"[()]")
_MAKE_PREFIX = expression(r"(?<=\t)[@+-]+|^-(?=include)|\$\((?=[A-Z_]\w*\))|(?<=\$\()shell ")
_MAKE_ASSIGN = expression(r"^\s*(?:export\s+|override\s+)*([A-Za-z_]\w*)\s*(?:::?|\?|\+|!)?=[ \t]*")
_WORD = expression(r"[A-Za-z_]\w*(?:::\w+)?")


def read_cmake(text: str, reading: Reading) -> None:
    """Calls as commands, also over several rows, and every name as a word."""
    code = _ASIDE.sub(_without_meaning, text)
    _see_calls(code, reading)
    for number, row in enumerate(code.split("\n"), start=1):
        for word in _WORD.finditer(row):
            reading.see(Kind.WORD, word.group(), on_line(number, word.start(), word.group()))


def _see_calls(code: str, reading: Reading) -> None:
    places = Places(code)
    for found in _CALL.finditer(code):
        row, column = places.of(found.start())
        end_row, end_column = places.of(found.start() + len(found.group().rstrip()))
        command = " ".join([found.group(1).lower(), *found.group(2).split()])
        reading.see(Kind.COMMAND, command, Span(row + 1, end_row + 1, column + 1, end_column + 1))


def _without_meaning(found: re.Match[str]) -> str:
    """A comment as blanks; a text without the brackets that would end the call around it."""
    aside = found.group()
    return _LETTER.sub(" ", aside) if aside.startswith("#") else _PAREN.sub(" ", aside)


def read_make(text: str, reading: Reading) -> None:
    """Recipes and assignments are read as shell."""
    rows = [_MAKE_PREFIX.sub(_blank, row) for row in text.split("\n")]
    rows = [_MAKE_ASSIGN.sub(r"\1=", row) for row in rows]
    read_inside("shell", [Row(row, number) for number, row in enumerate(rows, start=1)], reading)


def _blank(found: re.Match[str]) -> str:
    """What make alone understands, as blanks, so that columns stay."""
    return " " * len(found.group())
