"""Reads JSON: settings, addresses, names in values, commands, and the packages of package.json."""

from __future__ import annotations

import json
from collections.abc import Mapping

from migration_engine.expression import expression
from migration_engine.intake import skips
from migration_engine.model import Span
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.readers.json_walk import JsonWalk
from migration_engine.scan.sighting import Reading, on_line
from migration_engine.scan.text import Places

_STRING = expression(r"\"((?:[^\"\\\n]++|\\.)*+)\"")
_GROUPS = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")


def read_json(text: str, reading: Reading) -> None:
    """Keys and plain values, also with the comments that some tools allow; lists of words as commands."""
    JsonWalk(text, reading).read()


def read_npm(text: str, reading: Reading) -> None:
    """The packages that a front end or Node service requires."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        reading.note = skips.NO_JSON.format(error)
        return
    spans = _first_places(text)
    if isinstance(document, dict) and isinstance(document.get("name"), str):
        _see_entries(document, reading)
    groups = (document.get(group) for group in _GROUPS) if isinstance(document, dict) else ()
    for group in groups:
        for name in group if isinstance(group, dict) else ():
            reading.see(Kind.PACKAGE, name, spans.get(name, on_line(1, 0, name)))
    read_json(text, reading)


def _see_entries(document: Mapping[str, object], reading: Reading) -> None:
    """What other packages of the tree import under this one's name."""
    name = document["name"]
    entries = (document.get(key) for key in ("source", "module", "main", "types"))
    for entry in (*entries, "src/index", "index"):
        if isinstance(entry, str):
            reading.offer("package", str(name), entry, 1)
    for inner in ("*", "src/*"):
        reading.offer("package", f"{name}/*", inner, 1)


def _first_places(text: str) -> dict[str, Span]:
    """Where each string stands first: looked up once, for a file may name any number of packages."""
    spans: dict[str, Span] = {}
    places = Places(text)
    for found in _STRING.finditer(text):
        row, column = places.of(found.start())
        spans.setdefault(found.group(1), on_line(row + 1, column, found.group()))
    return spans
