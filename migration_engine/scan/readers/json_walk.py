"""Walks the tokens of JSON, each at its place: keys, values, items of lists, commands."""

from __future__ import annotations

import json
import re
from functools import cached_property

from migration_engine.expression import expression
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.embedded import Row, read_inside
from migration_engine.scan.readers.json_rows import rows_apart
from migration_engine.scan.readers.python.strings import ENV_NAME
from migration_engine.scan.readers.shell.commands import RowSite, read_command, see_variable
from migration_engine.scan.readers.shell.words import Word
from migration_engine.scan.readers.yaml.walk import see_words
from migration_engine.scan.search.commands import COMMANDS, OPTION, SCRIPTS
from migration_engine.scan.search.near import Near
from migration_engine.scan.sighting import LONGEST_SYMBOL, Reading, on_line
from migration_engine.scan.text import Places

_TOKEN = expression(
    r"\"(?P<string>(?:[^\"\\\n]++|\\.)*+)\"(?:\s*(?P<colon>:))?"
    r"|(?P<bare>-?[A-Za-z0-9][\w.+-]*+)|(?P<mark>[\[\]{}])|//[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)|\\."
)
_LONGEST = 20_000
_KINDS = frozenset({Kind.KEY, Kind.SETTING, Kind.ENV, Kind.URL, Kind.WORD})
"""What is sighted outside commands, which are all looked at."""


class JsonWalk:
    """One pass over one file. Keys and values without any word of a rule are passed over: data are many."""

    def __init__(self, text: str, reading: Reading) -> None:
        self._text, self._reading = text, reading
        ends = reading.words.ends(text, _KINDS) if reading.words else None
        self._near = Near(ends)
        self._parts = [(0, len(text))] if ends is None else rows_apart(text, ends)
        self._key, self._wanted = "", False
        self._outer: list[tuple[str, bool]] = []
        self._strings: list[re.Match[str]] = []
        """Since the last mark."""
        self._dull: set[tuple[str, str]] = set()
        """Keys and pairs that no rule wants: tables of numbers repeat them."""

    def read(self) -> None:
        for start, end in self._parts:
            self._walk(start, end)

    def _walk(self, start: int, end: int) -> None:
        for token in _TOKEN.finditer(self._text, start, end):
            kind = token.lastgroup
            if kind == "mark":
                self._mark(token.group())
            elif kind == "colon":
                self._name(token)
            elif kind == "string":
                self._strings.append(token)
                if self._is_of_use(token):
                    self._see_value(_plain(token.group("string")), token)
            elif kind == "bare" and self._is_of_use(token):
                self._see_value(token.group(), token)

    def _mark(self, mark: str) -> None:
        """An object has keys of its own; the items of a list belong to the list's key."""
        if mark == "{":
            self._outer.append((self._key, self._wanted))
        elif mark == "}" and self._outer:
            self._key, self._wanted = self._outer.pop()
        elif mark == "]" and self._strings and self._is_command():
            words = [Word(_plain(one.group("string")), one.start() + 1, quoted=True) for one in self._strings]
            read_command(words, self._site, self._reading)
        self._strings = []

    def _is_command(self) -> bool:
        return self._key in COMMANDS or _plain(self._strings[0].group("string")).startswith(OPTION)

    @cached_property
    def _site(self) -> RowSite:
        return RowSite([Row(row, number) for number, row in enumerate(self._text.split("\n"), start=1)])

    @cached_property
    def _places(self) -> Places:
        return Places(self._text)

    def _name(self, token: re.Match[str]) -> None:
        """A key counts for all values up to the next one."""
        self._key = token.group("string")
        told = self._near.holds(*token.span()) or len(self._key) > LONGEST_SYMBOL
        self._wanted = told or self._runs(self._key)
        if told and self._reading.wants(Kind.KEY, self._key):
            row, column = self._places.of(token.start() + 1)
            self._reading.see(Kind.KEY, self._key, on_line(row + 1, column, self._key))

    def _is_of_use(self, token: re.Match[str]) -> bool:
        """Whether a rule may want the value, or it is too long to be looked at whole."""
        start, end = token.span()
        return self._wanted or self._near.holds(start, end) or end - start + len(self._key) > LONGEST_SYMBOL

    def _see_value(self, value: str, token: re.Match[str]) -> None:
        reading, key = self._reading, self._key
        if (key, value) in self._dull:
            return
        before = len(reading.sights) + len(reading.links)
        row, column = self._places.of(token.start())
        span = on_line(row + 1, column, token.group())
        if ENV_NAME.match(key):
            see_variable(key, value, span, reading)
        reading.see(Kind.SETTING, f"{key}={value}", span)
        if value.startswith(("http://", "https://")):
            reading.see(Kind.URL, value, span)
        elif self._runs(key) and len(value) < _LONGEST and " " in value:
            read_inside("shell", [Row(value, row + 1, column + 1)], reading)
        see_words(value, span, reading)
        if len(reading.sights) + len(reading.links) == before:
            self._dull.add((key, value))

    def _runs(self, key: str) -> bool:
        return key in COMMANDS or (bool(self._outer) and self._outer[-1][0] == SCRIPTS)


def _plain(written: str) -> str:
    if "\\" not in written:
        return written
    try:
        return str(json.loads(f'"{written}"', strict=False))
    except ValueError:
        return written
