"""Reads HCL and TOML by the line: a key with a value or a list, and words that strings hold."""

from __future__ import annotations

import re

from migration_engine.expression import expression
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.readers.python.strings import ENV_NAME
from migration_engine.scan.readers.shell.commands import see_variable
from migration_engine.scan.readers.yaml.walk import see_words
from migration_engine.scan.sighting import Reading, on_line

_PAIR = expression(r"\s*\"?([\w./-]+)\"?\s*=\s*(?!=)(.*)")
_STRING = expression(r"\"((?:[^\"\\]|\\.)*+)(\"?)")
_BARE = expression(r"[\w.+-]+(?=\s*(?:#|//|$))")
_COMMENT = expression(r"\s*(?:#|//)")


def read_hcl(text: str, reading: Reading) -> None:
    """Keys, settings, variables and images; an item of a list belongs to the key that opened it."""
    key = ""
    for number, row in enumerate(text.split("\n"), start=1):
        if _COMMENT.match(row):
            continue
        found = _PAIR.match(row)
        if found:
            key = found.group(1)
            span = on_line(number, found.start(1), key)
            reading.see(Kind.KEY, key, span)
            bare = _BARE.match(found.group(2))
            if bare:
                reading.see(Kind.SETTING, f"{key}={bare.group()}", span)
            if ENV_NAME.match(key):
                see_variable(key, found.group(2).strip('" '), span, reading)
        for string in _STRING.finditer(row, found.start(2) if found else 0):
            if string.group(1) and string.group(2):
                _value(key, string, number, reading)


def _value(key: str, string: re.Match[str], number: int, reading: Reading) -> None:
    value = string.group(1)
    span = on_line(number, string.start(1), value)
    reading.see(Kind.SETTING, f"{key}={value}", span)
    if key in ("image", "repository", "base") or key.lower().endswith("_image"):
        reading.see(Kind.IMAGE, value, span)
    if value.startswith(("http://", "https://")):
        reading.see(Kind.URL, value, span)
    see_words(value, span, reading)
