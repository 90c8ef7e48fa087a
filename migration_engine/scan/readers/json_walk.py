"""Walks the tokens of JSON, each at its place: keys, values, items of lists, commands."""

from __future__ import annotations

import json
import re
from functools import cached_property

from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.embedded import Row, read_inside
from migration_engine.scan.readers.python.strings import ENV_NAME
from migration_engine.scan.readers.shell.commands import RowSite, read_command, see_variable
from migration_engine.scan.readers.shell.words import Word
from migration_engine.scan.readers.yaml.walk import see_words
from migration_engine.scan.sighting import Reading, on_line
from migration_engine.scan.text import Places

_TOKEN = re.compile(
    r"\"(?P<string>(?:[^\"\\\n]++|\\.)*+)\"(?:\s*(?P<colon>:))?"
    r"|(?P<bare>-?[A-Za-z0-9][\w.+-]*+)|(?P<mark>[\[\]{}])|//[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)|\\."
)
_COMMANDS = frozenset(
    {
        *("command", "cmd", "args", "runArgs", "entrypoint", "postCreateCommand", "postStartCommand"),
        *("onCreateCommand", "updateContentCommand", "Cmd", "Entrypoint", "argv", "shellCommand"),
    }
)
_LONGEST = 20_000


class JsonWalk:
    """One pass over one file."""

    def __init__(self, text: str, reading: Reading) -> None:
        self._text, self._reading = text, reading
        self._places = Places(text)
        self._key = ""
        self._outer: list[str] = []
        self._words: list[Word] = []
        self._dull: set[tuple[str, str]] = set()
        """Keys and pairs that no rule wants: tables of numbers repeat them."""

    def read(self) -> None:
        for token in _TOKEN.finditer(self._text):
            if token.group("mark"):
                self._mark(token.group())
            elif token.group("colon"):
                self._see_key(token)
            elif token.group("string") is not None:
                self._words.append(Word(_plain(token.group("string")), token.start() + 1, quoted=True))
                self._see_value(_plain(token.group("string")), token)
            elif token.group("bare"):
                self._see_value(token.group(), token)

    def _mark(self, mark: str) -> None:
        """An object has keys of its own; the items of a list belong to the list's key."""
        if mark == "{":
            self._outer.append(self._key)
        elif mark == "}" and self._outer:
            self._key = self._outer.pop()
        elif mark == "]" and self._words and self._is_command():
            read_command(self._words, self._site, self._reading)
        self._words = []

    def _is_command(self) -> bool:
        return self._key in _COMMANDS or self._words[0].text.startswith("--")

    @cached_property
    def _site(self) -> RowSite:
        return RowSite([Row(row, number) for number, row in enumerate(self._text.split("\n"), start=1)])

    def _see_key(self, token: re.Match[str]) -> None:
        self._key = token.group("string")
        if not self._reading.wants(Kind.KEY, self._key):
            return
        row, column = self._places.of(token.start() + 1)
        self._reading.see(Kind.KEY, self._key, on_line(row + 1, column, self._key))

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
        return key in _COMMANDS or (bool(self._outer) and self._outer[-1] == "scripts")


def _plain(written: str) -> str:
    if "\\" not in written:
        return written
    try:
        return str(json.loads(f'"{written}"', strict=False))
    except ValueError:
        return written
