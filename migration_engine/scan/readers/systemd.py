"""Reads systemd units: the environment and the commands of a service."""

from __future__ import annotations

from migration_engine.expression import expression
from migration_engine.model import EdgeKind
from migration_engine.scan.embedded import Row, read_inside
from migration_engine.scan.sighting import Reading

_ENTRY = expression(r"(\s*(\w+)\s*=[-@:+!]*\s*)(.*)")
_COMMAND = expression(r"Exec\w+|Environment")


def read_systemd(text: str, reading: Reading) -> None:
    r"""What an entry holds is read as a command, in its columns; one that ends in `\` goes on."""
    rows: list[Row] = []
    goes_on = False
    for number, row in enumerate(text.split("\n"), start=1):
        entry = None if goes_on else _ENTRY.match(row)
        if goes_on:
            rows.append(Row(row, number))
        elif entry and _COMMAND.fullmatch(entry.group(2)):
            rows.append(Row(entry.group(3), number, entry.end(1)))
        elif entry and entry.group(2) == "EnvironmentFile":
            reading.link(EdgeKind.CONFIG, entry.group(3).lstrip("-"), number)
        goes_on = bool(rows) and rows[-1].line == number and row.endswith("\\")
    read_inside("shell", rows, reading)
