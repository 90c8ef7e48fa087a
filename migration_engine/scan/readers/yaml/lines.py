"""Reads YAML line by line: for templates, whose braces make them no YAML yet."""

from __future__ import annotations

import re

from migration_engine.expression import expression
from migration_engine.model import Confidence
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.readers.python.strings import ENV_NAME
from migration_engine.scan.sighting import Reading, on_line

_PAIR = expression(r"^(\s*(?:-\s+)?)[\"']?([\w.][\w./-]*)[\"']?\s*:(?:\s+(.*))?$")
_ITEM = expression(r"^(\s*-\s+)[\"']?([^\s\"']+)[\"']?\s*$")
_WORD = expression(r"(?<![A-Za-z0-9])[0-9]*+([A-Za-z][A-Za-z0-9]*+[_:][A-Za-z0-9_:]+)")


def read_yaml_lines(text: str, reading: Reading) -> None:
    """Keys, settings, images, variables and words; likely at best, for a template may drop any line."""
    for number, row in enumerate(text.split("\n"), start=1):
        code = re.split(r"(?:^|\s)#", row, maxsplit=1)[0]
        if found := _PAIR.match(code):
            _pair(found, number, reading)
        elif item := _ITEM.match(code):
            reading.see(
                Kind.SETTING,
                f"={item.group(2)}",
                on_line(number, item.start(2), item.group(2)),
                Confidence.LIKELY,
            )
        for word in _WORD.finditer(code):
            reading.see(
                Kind.WORD, word.group(1), on_line(number, word.start(1), word.group(1)), Confidence.LIKELY
            )


def _pair(found: re.Match[str], number: int, reading: Reading) -> None:
    lead, key, value = found.group(1), found.group(2), (found.group(3) or "").rstrip().strip("\"'")
    span = on_line(number, len(lead), found.group().strip())
    reading.see(Kind.KEY, key, on_line(number, len(lead), key), Confidence.LIKELY)
    if not value:
        return
    reading.see(Kind.SETTING, f"{key}={value}", span, Confidence.LIKELY)
    if key in ("image", "repository") and "{{" not in value:
        reading.see(Kind.IMAGE, value, span, Confidence.LIKELY)
    if value.startswith(("http://", "https://")):
        reading.see(Kind.URL, value, span, Confidence.LIKELY)
    if ENV_NAME.match(key):
        reading.see(Kind.ENV, key, span, Confidence.LIKELY)
    elif key == "name" and ENV_NAME.match(value):
        reading.see(Kind.ENV, value, span, Confidence.LIKELY)
