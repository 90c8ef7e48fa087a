"""Finds the rule that says most about a thing that was sighted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache

from migration_engine.expression import expression
from migration_engine.model import Rule, RuleSet
from migration_engine.rules.vocabulary import FILES, Sighting
from migration_engine.scan.search.globs import is_exact, matches, weight
from migration_engine.value import Value

_WILD = expression(r"[*?]")
_HEAD = 3


class Candidate(Value, frozen=True):
    """One pattern of one rule."""

    pattern: str
    rule: Rule
    weight: int


class Matcher:
    """An index from kind and symbol to rules; exact names are looked up, wildcards are tried."""

    def __init__(self, ruleset: RuleSet) -> None:
        self._exact: dict[tuple[str, str], list[Candidate]] = defaultdict(list)
        self._headed: dict[tuple[str, str], list[Candidate]] = defaultdict(list)
        """Wildcards by the letters that they begin with."""
        self._headless: dict[str, list[tuple[str, Candidate]]] = defaultdict(list)
        """All others, each with the longest piece that must stand somewhere."""
        self.best = lru_cache(maxsize=65536)(self._best)
        self.knows = lru_cache(maxsize=65536)(self._knows)
        for rule in ruleset.rules:
            for kind, patterns in rule.match.items():
                if kind != FILES:
                    self._add(rule, kind, patterns)

    def _add(self, rule: Rule, kind: str, patterns: Iterable[str]) -> None:
        for pattern in patterns:
            candidate = Candidate(pattern, rule, weight(pattern))
            if is_exact(pattern):
                self._exact[kind, pattern].append(candidate)
            elif len(head := _WILD.split(pattern)[0]) >= _HEAD:
                self._headed[kind, head[:_HEAD]].append(candidate)
            else:
                self._headless[kind].append((max(_WILD.split(pattern), key=len), candidate))

    def _best(self, kind: Sighting, symbol: str, language: str) -> Candidate | None:
        """The most specific pattern that matches; equal ones are ordered by rule id."""
        found = [
            candidate
            for candidate in (*self._exact.get((kind, symbol), ()), *self._wilds(kind, symbol))
            if _applies(candidate.rule, kind, symbol, language)
        ]
        return min(found, key=lambda one: (-one.weight, one.rule.id), default=None)

    def _knows(self, kind: Sighting, symbol: str) -> bool:
        """Whether any rule could want it, in whatever language."""
        return (kind, symbol) in self._exact or any(self._wilds(kind, symbol))

    def _wilds(self, kind: Sighting, symbol: str) -> Iterator[Candidate]:
        for one in self._headed.get((kind, symbol[:_HEAD]), ()):
            if matches(one.pattern, symbol):
                yield one
        for piece, one in self._headless.get(kind, ()):
            if piece in symbol and matches(one.pattern, symbol):
                yield one


def _applies(rule: Rule, kind: str, symbol: str, language: str) -> bool:
    files = rule.match.get(FILES)
    if files and language not in files:
        return False
    if language in rule.unless.get(FILES, ()):
        return False
    return not any(matches(pattern, symbol) for pattern in rule.unless.get(kind, ()))
