"""Reads C, C++ and CUDA by a light tokeniser: comments and strings are blanked, names and headers remain."""

from __future__ import annotations

import re

from migration_engine.model import EdgeKind
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.sighting import Reading, on_line

_INCLUDE = re.compile(r"^\s*#\s*include\s*([<\"])([^>\"]+)[>\"]")
_DEAD = re.compile(
    r"//[^\n]*|/\*.*?(?:\*/|\Z)|(?<!\\)\"(?:[^\"\\\n]|\\.)*\"|(?<!\\)'(?:[^'\\\n]|\\.)*'", re.DOTALL
)
_TOKEN = re.compile(r"[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*|<<<")


def read_c(text: str, reading: Reading) -> None:
    """Headers and names of one file."""
    for number, row in enumerate(text.split("\n"), start=1):
        if found := _INCLUDE.match(row):
            reading.see(Kind.INCLUDE, found.group(2), on_line(number, found.start(2), found.group(2)))
            if found.group(1) == '"':
                reading.link(EdgeKind.INCLUDE, found.group(2), number)
    for number, row in enumerate(_DEAD.sub(_blank, text).split("\n"), start=1):
        for found in _TOKEN.finditer(row):
            reading.see(Kind.TOKEN, found.group(), on_line(number, found.start(), found.group()))


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found.group())
