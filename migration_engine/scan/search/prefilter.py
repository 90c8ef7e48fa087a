"""Says from a file's bytes alone whether any rule can match in it, at memory speed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from migration_engine.model import RuleSet
from migration_engine.rules.vocabulary import FILES, Sighting
from migration_engine.scan.search.database import CASELESS, ONCE, Database, Expression
from migration_engine.scan.search.globs import telling_part

# Kinds whose symbol is a dotted name that an alias may shorten.
_DOTTED = frozenset({Sighting.API, Sighting.IMPORT})
_SHORTEST = 3


class Prefilter:
    """A compiled set of literals; a file without any of them needs no parsing."""

    def __init__(self, ruleset: RuleSet, cache: Path | None = None) -> None:
        literals = tuple(sorted(set(_literals(ruleset))))
        self._all_pass = any(len(literal) < _SHORTEST for literal in literals)
        expressions = [Expression(_expression(literal), CASELESS | ONCE) for literal in literals]
        self._database = None if self._all_pass or not literals else Database(expressions, cache)

    def may_match(self, data: bytes) -> bool:
        if self._all_pass:
            return True
        return self._database is not None and self._database.scan(data, _stop)


def _stop(*match: object) -> bool:
    """The first literal is enough; a handler that answers true ends the scan."""
    return True


def _literals(ruleset: RuleSet) -> Iterator[str]:
    for rule in ruleset.rules:
        for kind, patterns in rule.match.items():
            if kind in (FILES, Sighting.FILE):
                continue  # a suffix is known without looking inside
            for pattern in patterns:
                yield telling_part(pattern, dotted=kind in _DOTTED).lower()


def _expression(literal: str) -> str:
    """Package names are written with `-`, `_` or `.` alike."""
    parts = re.split(r"[-_.]", literal)
    return "[-_.]".join(re.escape(part) for part in parts)
