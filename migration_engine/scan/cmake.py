"""Reads CMake and make files: packages, languages, build switches, commands."""

from __future__ import annotations

import re

from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.shell import logical_lines, read_command_line
from migration_engine.scan.sighting import Reading, on_line

_CALL = re.compile(r"\b(find_package|enable_language|project|cuda_add_\w+)\s*\(\s*([^)]*)", re.IGNORECASE)
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
    rows = [re.sub(r"^(\s*)[@-]+", r"\1", row) for row in text.split("\n")]
    for number, command in logical_lines(rows):
        read_command_line(re.sub(r"^(\w+)\s*[:?+]?=\s*", r"\1=", command), number, reading)
