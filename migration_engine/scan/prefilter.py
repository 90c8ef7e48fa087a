"""Says from a file's bytes alone whether any rule can match in it, at memory speed."""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import hyperscan

from migration_engine.model import RuleSet
from migration_engine.rules.vocabulary import FILES, Sighting
from migration_engine.scan.globs import telling_part

# Kinds whose symbol is a dotted name that an alias may shorten.
_DOTTED = frozenset({Sighting.API, Sighting.IMPORT})
_SHORTEST = 3


class Prefilter:
    """A compiled set of literals; a file without any of them needs no parsing."""

    def __init__(self, ruleset: RuleSet, cache: Path | None = None) -> None:
        literals = tuple(sorted(set(_literals(ruleset))))
        self._all_pass = any(len(literal) < _SHORTEST for literal in literals)
        self._database = None if self._all_pass or not literals else _database(literals, cache)

    def may_match(self, data: bytes) -> bool:
        if self._all_pass:
            return True
        if self._database is None:
            return False
        try:
            self._database.scan(data, match_event_handler=_stop)
        except hyperscan.ScanTerminated:
            return True
        return False


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


def _expression(literal: str) -> bytes:
    """Package names are written with `-`, `_` or `.` alike."""
    parts = re.split(r"[-_.]", literal)
    return "[-_.]".join(re.escape(part) for part in parts).encode()


def _database(literals: tuple[str, ...], cache: Path | None) -> hyperscan.Database:
    path = _cache_path(literals, cache)
    if path and (found := _load(path)):
        return found
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    flags = hyperscan.HS_FLAG_CASELESS | hyperscan.HS_FLAG_SINGLEMATCH
    database.compile(
        expressions=[_expression(literal) for literal in literals],
        ids=list(range(len(literals))),
        flags=[flags] * len(literals),
    )
    if path:
        _save(path, hyperscan.dumpb(database))
    return database


def _cache_path(literals: tuple[str, ...], cache: Path | None) -> Path | None:
    if cache is None:
        return None
    key = hashlib.sha256("\n".join((version("hyperscan"), *literals)).encode()).hexdigest()
    return cache / f"literals-{key[:24]}.hsdb"


def _load(path: Path) -> hyperscan.Database | None:
    """A database is bound to the processor that compiled it; one that does not fit is compiled anew."""
    try:
        database = hyperscan.loadb(path.read_bytes(), hyperscan.HS_MODE_BLOCK)
        database.scratch = hyperscan.Scratch(database)
    except (OSError, hyperscan.error):
        return None
    return database


def _save(path: Path, content: bytes) -> None:
    """Written aside and renamed, so that a reader never meets half a file; a cache that fails is no loss."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(content)
        Path(file.name).replace(path)
    except OSError:
        return
