"""Reads C, C++ and CUDA by a light tokeniser: comments and strings are blanked, names and headers remain."""

from __future__ import annotations

import re

from migration_engine.expression import expression
from migration_engine.model import EdgeKind
from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.embedded import Row, read_inside
from migration_engine.scan.readers.c_guards import Guards
from migration_engine.scan.sighting import Reading, on_line
from migration_engine.scan.text import Places

_INCLUDE = expression(r"^[ \t]*#[ \t]*include(?:_next)?[ \t]*([<\"])([^>\"\n]+)[>\"]", re.MULTILINE)
# Each begins with its letter, and looks back only behind it: such a search skips all other letters at once.
_DEAD = expression(
    r"//(?:[^\\\n]++|\\.)*+"
    r"|/\*(?:[^*]++|\*(?!/))*+(?:\*/|\Z)"
    r"|R(?:(?<!\wR)|(?<=\bu8R)|(?<=\b[uUL]R))\"(?P<raw>[^()\\\s\"]{0,16})\("
    r"|\"(?<!\\\")(?:[^\"\\\n]|\\.)*\""
    r"|'(?<!\\')(?:[^'\\\n]|\\.){1,8}+'",
    re.DOTALL,
)
_TOKEN = expression(r"[A-Za-z_]\w*+(?:\s?::\s?[A-Za-z_]\w*+)*|<<<")
_REGISTERS = expression(r"\b(TORCH_LIBRARY_IMPL)[ \t]*\([ \t]*\w+[ \t]*,[ \t]*(\w+)")
_KERNEL = expression(r"\b__global__\b")


def read_c(text: str, reading: Reading) -> None:
    """Headers and names of one file; what an NPU branch of the preprocessor serves is handled."""
    places = Places(text)
    code = _Blanked(text, places, reading).code
    guards = Guards(code)
    for found in _INCLUDE.finditer(text):
        if code[found.start() : found.start(1)].strip():  # else it stands in a comment
            _see_header(found, places, guards, reading)
    wanted = {token for token in set(_TOKEN.findall(code)) if reading.wants(Kind.TOKEN, _name(token))}
    for found in _TOKEN.finditer(code) if wanted else ():
        if found.group() in wanted:
            _see_token(found, _name(found.group()), places, guards, reading)
    for found in _REGISTERS.finditer(code):
        _see_token(found, " ".join(found.groups()), places, guards, reading)


def _name(token: str) -> str:
    return "".join(token.split())


def _see_header(found: re.Match[str], places: Places, guards: Guards, reading: Reading) -> None:
    row, column = places.of(found.start(2))
    name = found.group(2)
    if not guards.is_dead(row):
        span = on_line(row + 1, column, name)
        reading.see(Kind.INCLUDE, name, span, handled_at=guards.handled_at(row))
        if found.group(1) == '"':
            reading.link(EdgeKind.INCLUDE, name, row + 1)


def _see_token(found: re.Match[str], name: str, places: Places, guards: Guards, reading: Reading) -> None:
    row, column = places.of(found.start())
    if not guards.is_dead(row):
        span = on_line(row + 1, column, found.group())
        reading.see(Kind.TOKEN, name, span, handled_at=guards.handled_at(row))


def _blank(dead: str) -> str:
    return "\n".join([" " * len(row) for row in dead.split("\n")]) if "\n" in dead else " " * len(dead)


class _Blanked:
    """The code alone, each letter at its place; kernels in raw strings are read as code of their own."""

    def __init__(self, text: str, places: Places, reading: Reading) -> None:
        self._text, self._places, self._reading = text, places, reading
        self._unclosed: set[str] = set()
        pieces, at = [], 0
        while found := _DEAD.search(text, at):
            end = found.end() if found.group("raw") is None else self._raw(found)
            pieces += [text[at : found.start()], _blank(text[found.start() : end])]
            at = end
        self.code = "".join([*pieces, text[at:]])

    def _raw(self, found: re.Match[str]) -> int:
        """Where a raw string ends; one that nothing closes is passed over."""
        closer = f'){found.group("raw")}"'
        end = -1 if closer in self._unclosed else self._text.find(closer, found.end())
        if end < 0:
            self._unclosed.add(closer)
            return found.end()
        inner = self._text[found.end() : end]
        if _KERNEL.search(inner):
            first, column = self._places.of(found.end())
            rows = [Row(row, first + at + 1, 0 if at else column) for at, row in enumerate(inner.split("\n"))]
            read_inside("cuda", rows, self._reading)
        return end + len(closer)
