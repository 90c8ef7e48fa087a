"""Reads CMake and make files: packages, languages, build switches, commands."""

from __future__ import annotations

import re

from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.embedded import Row, read_inside
from migration_engine.scan.sighting import Reading, on_line

_CALL = re.compile(r"\b(find_package|enable_language|project|cuda_add_\w+)\s*\(\s*([^)]*)", re.IGNORECASE)
_MAKE_PREFIX = re.compile(r"(?<=\t)[@+-]+|^-(?=include)|\$\((?=[A-Z_]\w*\))|(?<=\$\()shell ")
_MAKE_ASSIGN = re.compile(r"^\s*(?:export\s+|override\s+)*([A-Za-z_]\w*)\s*(?:::?|\?|\+|!)?=[ \t]*")
_WORD = re.compile(r"[A-Za-z_]\w*(?:::\w+)?")


def read_cmake(text: str, reading: Reading) -> None:
    """Calls as commands, and every name as a word."""
    for number, row in enumerate(text.split("\n"), start=1):
        code = row.partition("#")[0]
        for found in _CALL.finditer(code):
            command = " ".join([found.group(1).lower(), *found.group(2).split()])
            reading.see(Kind.COMMAND, command, on_line(number, found.start(), found.group()))
        for word in _WORD.finditer(code):
            reading.see(Kind.WORD, word.group(), on_line(number, word.start(), word.group()))


def read_make(text: str, reading: Reading) -> None:
    """Recipes and assignments are read as shell."""
    rows = [_MAKE_PREFIX.sub(_blank, row) for row in text.split("\n")]
    rows = [_MAKE_ASSIGN.sub(r"\1=", row) for row in rows]
    read_inside("shell", [Row(row, number) for number, row in enumerate(rows, start=1)], reading)


def _blank(found: re.Match[str]) -> str:
    """What make alone understands, as blanks, so that columns stay."""
    return " " * len(found.group())
