"""Reads INI files: settings by line, and what setup.cfg and tox.ini require, set and run."""

from __future__ import annotations

import re
from collections.abc import Iterator

from migration_engine.expression import expression
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.embedded import Row, read_inside
from migration_engine.scan.readers.dotenv import read_dotenv
from migration_engine.scan.readers.requirements import see_requirement
from migration_engine.scan.sighting import Reading, on_line

_SECTION = expression(r"\s*\[([^\]]+)\]")
_ENTRY = expression(r"([A-Za-z_][\w.-]*)\s*[=:]\s*")
_REQUIRES = frozenset(
    {"install_requires", "setup_requires", "tests_require", "requires", "deps", "dependencies"}
)
_RUNS = frozenset(
    {"commands", "commands_pre", "commands_post", "command", "setenv", "set_env", "environment"}
)
_URL = expression(r"https?://[^\s;\"'{}]+")


def read_ini(text: str, reading: Reading) -> None:
    """Settings; an address also where no setting is, as a proxy's rules give it."""
    read_dotenv(text, reading)
    _read_entries(text, reading)
    for number, row in enumerate(text.split("\n"), start=1):
        if not row.lstrip().startswith(("#", ";")) and (found := _URL.search(row)) and "=" not in row:
            reading.see(Kind.URL, found.group(), on_line(number, found.start(), found.group()))


def _read_entries(text: str, reading: Reading) -> None:
    commands: list[Row] = []
    for section, key, row in _values(text):
        if key in _REQUIRES or section.endswith("extras_require"):
            requirement = re.split(r"(?:^|\s)#", row.text, maxsplit=1)[0].strip()
            requirement = re.sub(r"^[\w,!{}.-]+:\s+", "", requirement)  # tox: only in some environments
            if requirement and not requirement.startswith("-"):
                place = on_line(row.line, row.column + row.text.find(requirement), requirement)
                see_requirement(requirement, place, reading)
        elif key in _RUNS:
            text = re.sub(r"^(\s*\w+)\s*=\s*", r"\1=", row.text) if "env" in key else row.text
            commands.append(Row(text, row.line, row.column))
    read_inside("shell", commands, reading)


def _values(text: str) -> Iterator[tuple[str, str, Row]]:
    """Section, key and each row of a value, which goes on where rows are indented."""
    section = key = ""
    for number, row in enumerate(text.split("\n"), start=1):
        if not row.strip() or row.lstrip().startswith(("#", ";")):
            continue
        if found := _SECTION.match(row):
            section, key = found.group(1), ""
        elif row[0].isspace() and key:
            yield section, key, Row(row, number)
        elif entry := _ENTRY.match(row):
            key = entry.group(1)
            yield section, key, Row(row[entry.end() :], number, entry.end())
