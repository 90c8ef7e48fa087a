"""Splits a simple command into words as a shell does, each with the place where it begins."""

from __future__ import annotations

import re
from dataclasses import dataclass

# Possessive, so that a word of a megabyte is walked through once. `open` is a quote that never closes.
_WORD = re.compile(r"""(?:[^\s"'\\]++|\\.|"(?:[^"\\]++|\\.)*+"|'[^']*+')++|(?P<open>["'\\])""", re.DOTALL)
_QUOTED = re.compile(r"""'([^']*+)'|"((?:[^"\\]++|\\.)*+)"|\\(.)""", re.DOTALL)
_PLAIN = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Word:
    """One word without its quotes; `begin` counts from the start of the command."""

    text: str
    begin: int


def words_of(command: str) -> list[Word]:
    """All words; with an open quote, whose string goes on in the next line, they are split at blanks."""
    words: list[Word] = []
    for found in _WORD.finditer(command):
        if found.group("open"):
            return [Word(plain.group(), plain.start()) for plain in _PLAIN.finditer(command)]
        raw = found.group()
        words.append(Word(_QUOTED.sub(_unquoted, raw), found.start() + (raw[0] in "'\"")))
    return words


def _unquoted(found: re.Match[str]) -> str:
    single, double, escaped = found.groups()
    if double is not None:
        return re.sub(r'\\(["\\])', r"\1", double)
    return single if single is not None else escaped
