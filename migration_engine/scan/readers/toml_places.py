"""Finds where the values of a TOML file stand: readers of TOML keep no positions."""

from __future__ import annotations

from migration_engine.expression import expression
from migration_engine.model import Span
from migration_engine.scan.sighting import on_line

_STRING = expression(r"""#.*|"((?:[^"\\]++|\\.)*+)"|'([^']*+)'""")
_KEY = expression(r"""\s*["']?([A-Za-z0-9][\w.-]*)["']?\s*=""")
_AFTER_NAME = expression(r"[\[=<>~!;@ ]")


class TomlPlaces:
    """The first place of every string and key, looked up once."""

    def __init__(self, text: str) -> None:
        self._spans: dict[str, Span] = {}
        for number, row in enumerate(text.split("\n"), start=1):
            if key := _KEY.match(row):
                self._keep(number, key.start(1), key.group(1))
            for found in _STRING.finditer(row):
                if value := found.group(1) or found.group(2):
                    self._keep(number, found.start() + 1, value)

    def _keep(self, line: int, column: int, text: str) -> None:
        self._spans.setdefault(text, on_line(line, column, text))

    def of(self, value: str) -> Span:
        """Of the whole value, or of the name that it begins with."""
        name = _AFTER_NAME.split(value, maxsplit=1)[0]
        return self._spans.get(value) or self._spans.get(name) or on_line(1, 0, "")
