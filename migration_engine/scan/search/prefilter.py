"""Says from a file's bytes alone whether any rule can match in it, and where, at memory speed."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from functools import cache
from pathlib import Path

from migration_engine.model import RuleSet
from migration_engine.rules.vocabulary import FILES, Sighting
from migration_engine.scan.search.commands import COMMANDS, OPTION, SCRIPTS
from migration_engine.scan.search.database import CASELESS, Database, Expression, derived
from migration_engine.scan.search.globs import telling_part
from migration_engine.value import Value

# Kinds whose symbol is a dotted name that an alias may shorten.
_DOTTED = frozenset({Sighting.API, Sighting.IMPORT})
_SHORTEST = 3
# Of no rule: a letter written as an escape between quotes, the switch of a whole program, commands in JSON.
_BESIDE_RULES = (
    *(r"\\/", r"\\u00[2-7]", "torch_transfer_to_npu"),
    rf"\"(?:(?:{'|'.join(sorted(COMMANDS))}|{SCRIPTS})\"|{OPTION})",
)


class _Words(Value, frozen=True):
    """What must stand where a rule matches: expressions, and the kinds of each."""

    expressions: tuple[str, ...]
    kinds: tuple[frozenset[str], ...]
    all_pass: bool
    """Whether one of them says too little to be searched."""


class Prefilter:
    """A compiled set of literals; a file without any of them needs no parsing."""

    def __init__(self, ruleset: RuleSet, folder: Path | None = None) -> None:
        words = derived("words", ruleset, _Words, lambda: _words(ruleset), folder)
        self._all_pass, self._kinds = words.all_pass, words.kinds
        self._expressions, self._folder = words.expressions, folder
        self._saying = cache(self._says)
        self._database = self._compiled(words.expressions)

    def may_match(self, data: bytes) -> bool:
        if self._all_pass:
            return True
        literals = len(self._kinds)

        def found(number: int, *_: object) -> bool:
            return number < literals  # the first is enough: what answers true ends the search

        return self._database is not None and self._database.scan(data, found)

    def _compiled(self, expressions: Iterable[str]) -> Database | None:
        if self._all_pass or not self._kinds:
            return None
        return Database([Expression(one, CASELESS) for one in (*expressions, *_BESIDE_RULES)], self._folder)

    def _says(self, kinds: frozenset[Sighting]) -> Database | None:
        """Those expressions alone that tell something of these kinds: prose holds hardly any."""
        told = zip(self._expressions, self._kinds, strict=True)
        return self._compiled(one for one, some in told if not kinds.isdisjoint(some))

    def ends(self, text: str, kinds: Set[Sighting]) -> list[int] | None:
        """Offsets behind the words of rules of these kinds, in order; None where any place may hold one."""
        if self._all_pass:
            return None
        database = self._saying(frozenset(kinds))
        source = text.encode("utf-8", "replace")
        ends: list[int] = []
        if database is not None:
            database.scan(source, lambda number, start, end, *_: ends.append(end))
        return _in_letters(sorted(ends), source)


def _in_letters(ends: list[int], source: bytes) -> list[int]:
    """Offsets in the bytes as offsets in their text."""
    if source.isascii():
        return ends
    letters, at, counted = [], 0, 0
    for end in ends:
        counted += len(source[at:end].decode("utf-8", "replace"))
        at = end
        letters.append(counted)
    return letters


def _words(ruleset: RuleSet) -> _Words:
    kinds: dict[str, set[str]] = defaultdict(set)
    for kind, literal in _literals(ruleset):
        kinds[literal].add(kind)
    literals = sorted(kinds)
    return _Words(
        expressions=tuple(map(_expression, literals)),
        kinds=tuple(frozenset(kinds[literal]) for literal in literals),
        all_pass=any(len(literal) < _SHORTEST for literal in literals),
    )


def _literals(ruleset: RuleSet) -> Iterator[tuple[str, str]]:
    """Each kind with what must stand where one of its patterns matches."""
    for rule in ruleset.rules:
        for kind, patterns in rule.match.items():
            if kind in (FILES, Sighting.FILE):
                continue  # a suffix is known without looking inside
            for pattern in patterns:
                yield kind, telling_part(pattern, dotted=kind in _DOTTED).lower()


def _expression(literal: str) -> str:
    """Package names are written with `-`, `_` or `.` alike."""
    parts = re.split(r"[-_.]", literal)
    return "[-_.]".join(re.escape(part) for part in parts)
