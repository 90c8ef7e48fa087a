"""Reads JavaScript and TypeScript by a light tokeniser: modules, strings, environment."""

from __future__ import annotations

import re

from migration_engine.model import EdgeKind
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.python.strings import URL
from migration_engine.scan.sighting import Reading, on_line
from migration_engine.scan.text import Places

_TOKEN = re.compile(
    r"(?P<dead>//[^\n]*|/\*.*?(?:\*/|\Z))|(?P<quote>['\"`])(?P<text>(?:(?!(?P=quote))[^\\\n]|\\.){0,400})(?P=quote)",
    re.DOTALL,
)
_MODULE = re.compile(r"(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)$")
_ENV = re.compile(r"\b(?:process\.env|import\.meta\.env)\.([A-Z][A-Z0-9_]+)")
_PROVIDER = re.compile(r"executionProviders\s*:\s*\[[^\]]*$")


def read_javascript(text: str, reading: Reading) -> None:
    """Everything sighted in one module."""
    places = Places(text)
    for found in _TOKEN.finditer(text):
        if found.group("quote"):
            _string(found, text, places, reading)
    for number, row in enumerate(text.split("\n"), start=1):
        for found in _ENV.finditer(row):
            reading.see(Kind.ENV, found.group(1), on_line(number, found.start(), found.group()))


def _string(found: re.Match[str], text: str, places: Places, reading: Reading) -> None:
    value, start = found.group("text"), found.start()
    row, column = places.of(start)
    line, span = row + 1, on_line(row + 1, column, found.group())
    before = text[max(0, start - 120) : start]
    if _MODULE.search(before):
        reading.see(Kind.IMPORT, value, span)
        reading.link(EdgeKind.IMPORT, value, line)
    elif URL.match(value) or "/v1/" in value:
        reading.see(Kind.URL, value, span)
    elif _PROVIDER.search(before):
        reading.see(Kind.ARGUMENT, f"executionProviders={value}", span)
    else:
        reading.see(Kind.STRING, value, span)
