"""Splits shell text into simple commands and these into words, each with the place where it begins."""

from __future__ import annotations

import re
from collections.abc import Iterator

from migration_engine.expression import expression
from migration_engine.value import Value

# Possessive, so that a word of a megabyte is walked through once. `open` is a quote that never closes.
_TOKEN = expression(
    r"""(?P<end>[;|`()]|\$\(|&&|(?<![<>])&(?!>))
    |(?P<word>(?:[^\s"'\\;|&()`$<>]++|\$(?!\()|[<>]+&?|&>|\\.|"(?:[^"\\]++|\\.)*+"|'[^']*+')++)
    |(?P<open>["'\\])""",
    re.DOTALL | re.VERBOSE,
)
_QUOTED = expression(r"""'([^']*+)'|"((?:[^"\\]++|\\.)*+)"|\\(.)""", re.DOTALL)
_SUBSTITUTION = expression(r"\$\(([^()]*)\)|`([^`]*)`")


class Word(Value, frozen=True):
    """One word without its quotes; `begin` counts from the start of the text."""

    text: str
    begin: int
    quoted: bool = False


def simple_commands(text: str) -> Iterator[list[Word]]:
    """The words of each command between separators; then of those that stand inside quotes."""
    words: list[Word] = []
    quoted: list[re.Match[str]] = []
    for found in _TOKEN.finditer(text):
        if found.group("word"):
            raw = found.group()
            words.append(_word(raw, found.start()))
            if '"' in raw and ("$(" in raw or "`" in raw):
                quoted.append(found)
        elif found.group("end"):
            if found.group() in ("$(", "`") and words and words[-1].text.endswith("="):
                words[-1] = Word(words[-1].text + "…", words[-1].begin)
            yield words
            words = []
    yield words
    for found in quoted:
        yield from _inside(found)


def _word(raw: str, begin: int) -> Word:
    if '"' not in raw and "'" not in raw and "\\" not in raw:
        return Word(raw, begin)
    return Word(_QUOTED.sub(_unquoted, raw), begin + (raw[0] in "'\""), raw[0] in "'\"")


def _inside(word: re.Match[str]) -> Iterator[list[Word]]:
    """Commands whose output is put into a quoted word."""
    for found in _SUBSTITUTION.finditer(word.group()):
        begin = word.start() + found.start() + (2 if found.group().startswith("$") else 1)
        for words in simple_commands(found.group(1) or found.group(2) or ""):
            yield [Word(one.text, one.begin + begin, one.quoted) for one in words]


def _unquoted(found: re.Match[str]) -> str:
    single, double, escaped = found.groups()
    if double is not None:
        return re.sub(r'\\(["\\$`])', r"\1", double)
    return single if single is not None else escaped
