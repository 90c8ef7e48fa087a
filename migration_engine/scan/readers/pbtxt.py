"""Reads protobuf text, such as Triton's model configurations: settings, and parameters by key and value."""

from __future__ import annotations

from migration_engine.expression import expression
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.readers.yaml.walk import see_words
from migration_engine.scan.sighting import Reading, on_line
from migration_engine.scan.text import Places

_TOKEN = expression(
    r"#[^\n]*|(?<!\w)(?P<name>[A-Za-z_]\w*+)\s*+(?:(?P<colon>:)\s*"
    r"(?:\"(?P<text>(?:[^\"\\\n]|\\.)*+)\"|'(?P<single>[^'\n]*+)'|(?P<bare>[\w.+-]+))?|(?=[\[{<]))"
)


def read_pbtxt(text: str, reading: Reading) -> None:
    """Names as keys; a name with its value as a setting; the value of a parameter under its key, too."""
    places = Places(text)
    parameter = ""
    for found in _TOKEN.finditer(text):
        name = found.group("name")
        if not name:
            continue
        row, column = places.of(found.start())
        span = on_line(row + 1, column, found.group().rstrip())
        reading.see(Kind.KEY, name, on_line(row + 1, column, name))
        value = found.group("text") or found.group("single") or found.group("bare")
        if value is None:
            continue
        reading.see(Kind.SETTING, f"{name}={value}", span)
        if name == "key":
            parameter = value
        elif name.endswith("_value") and parameter:
            reading.see(Kind.SETTING, f"{parameter}={value}", span)
        if not value.startswith("${"):  # what a script fills in
            see_words(value, span, reading)
