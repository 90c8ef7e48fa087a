"""Reads Groovy as Jenkins pipelines are written: steps, labels, images and variables that strings give."""

from __future__ import annotations

import re

from migration_engine.expression import expression
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.embedded import Row, read_inside
from migration_engine.scan.readers.python.strings import ENV_NAME, URL
from migration_engine.scan.readers.shell.commands import see_variable
from migration_engine.scan.sighting import Reading, on_line
from migration_engine.scan.text import Places

_TOKEN = expression(
    r"//[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)|\\."
    r'|"""(?P<long>(?:[^"\\]|\\.|"(?!"")){0,50000}+)"""'
    r"|'''(?P<longer>(?:[^'\\]|\\.|'(?!'')){0,50000}+)'''"
    r'|"(?P<double>(?:[^"\\\n]|\\.)*+)"'
    r"|'(?P<single>(?:[^'\\\n]|\\.)*+)'",
    re.DOTALL,
)
_BEFORE = expression(r"([A-Za-z_][\w.]*)\s*(?:\(\s*(?:script\s*:\s*|label\s*:\s*)?|[:=]\s*\[?\s*)?$")
_INNER = {"sh": "shell", "script": "shell", "args": "shell", "inside": "shell", "yaml": "kubernetes"}
_IMAGES = frozenset({"image", "docker.image"})
_LABELS = frozenset({"label", "node", "agent"})
_GIVEN = expression(r"([A-Za-z_]\w*)=(.*)", re.DOTALL)


def read_jenkins(text: str, reading: Reading) -> None:
    """Everything that its strings say, each by the word before it."""
    places = Places(text)
    for found in _TOKEN.finditer(text):
        if found.lastgroup:
            _string(found, found.lastgroup, places, reading)


def _string(found: re.Match[str], group: str, places: Places, reading: Reading) -> None:
    value = found.group(group)
    row, column = places.of(found.start(group))
    span = on_line(row + 1, column, value.partition("\n")[0])
    lead = found.string[max(0, found.start() - 120) : found.start()]
    before = _BEFORE.search(lead)
    word = before.group(1) if before else ""
    name = word.rpartition(".")[2]
    if name in _INNER:
        read_inside(_INNER[name], _rows(value, row + 1, column), reading)
    elif word in _IMAGES:
        reading.see(Kind.IMAGE, value, span)
    elif word in _LABELS:
        reading.see(Kind.SETTING, f"label={value}", span)
    elif ENV_NAME.match(name) and lead.rstrip().endswith("="):
        see_variable(name, value, span, reading)
    elif given := _GIVEN.fullmatch(value):
        see_variable(given.group(1), given.group(2), span, reading)
    else:
        reading.see(Kind.URL if URL.match(value) else Kind.STRING, value, span)


def _rows(value: str, line: int, column: int) -> list[Row]:
    first, *others = value.split("\n")
    return [Row(first, line, column), *(Row(text, line + at) for at, text in enumerate(others, start=1))]
