"""Reads .env and ini-like files: one setting a line."""

from __future__ import annotations

import re

from migration_engine.expression import expression
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.readers.python.strings import ENV_NAME
from migration_engine.scan.readers.shell.commands import see_variable
from migration_engine.scan.sighting import Reading, on_line

_LINE = expression(r"^(\s*(?:export\s+)?)([A-Za-z_][\w.-]*)\s*[=:]\s*(.*)$")


def read_dotenv(text: str, reading: Reading) -> None:
    """Names that look like variables are variables; all others are settings."""
    for number, row in enumerate(text.split("\n"), start=1):
        found = _LINE.match(row)
        if not found or row.lstrip().startswith(("#", ";")):
            continue
        lead, name, value = found.groups()
        value = re.split(r"\s#", value, maxsplit=1)[0].rstrip()
        span = on_line(number, len(lead), row[len(lead) :].rstrip())
        if ENV_NAME.match(name):
            see_variable(name, value, span, reading)
        else:
            reading.see(Kind.SETTING, f"{name}={value}", span)
        if value.strip("'\"").startswith(("http://", "https://")):
            reading.see(Kind.URL, value.strip("'\""), span)
