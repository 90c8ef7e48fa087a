"""Sets of expressions compiled for searching at memory speed, and kept for the next run."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import hyperscan
import msgspec

from migration_engine.aside import written_aside
from migration_engine.cache import Made, keep_newest, opened, remembered, user_cache
from migration_engine.model import RuleSet
from migration_engine.value import Value

CASELESS = hyperscan.HS_FLAG_CASELESS
LINES = hyperscan.HS_FLAG_MULTILINE
ONCE = hyperscan.HS_FLAG_SINGLEMATCH
VERSION: str = hyperscan.__version__  # type: ignore[attr-defined]  # which its stubs forget
_ENDING = ".hsdb"
_MOST_FILES = 32
_MOST_BYTES = 256 * 1024 * 1024

Found = Callable[[int, int, int, int, object], "bool | None"]


class Expression(Value, frozen=True):
    """One regular expression without lookaround, and how it is matched."""

    pattern: str
    flags: int = 0


class Database:
    """Searches bytes for many expressions in one pass."""

    def __init__(self, expressions: Sequence[Expression], cache: Path | None = None) -> None:
        path = _cache_path(expressions, cache)
        self._compiled = _load(path) or _compiled(expressions, path)

    def scan(self, data: bytes, found: Found) -> bool:
        """Tell `found` the number of each expression that matched and its last offset; true ends the scan."""
        try:
            self._compiled.scan(data, match_event_handler=found)
        except hyperscan.ScanTerminated:
            return True
        return False


def _compiled(expressions: Sequence[Expression], path: Path) -> hyperscan.Database:
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    database.compile(
        expressions=[one.pattern.encode() for one in expressions],
        ids=list(range(len(expressions))),
        flags=[one.flags for one in expressions],
    )
    _save(path, hyperscan.dumpb(database))
    return database


def _cache_path(expressions: Sequence[Expression], cache: Path | None) -> Path:
    """The name tells all that the compiled form depends on but for the processor, which it knows itself."""
    told = "\n".join(f"{one.flags} {one.pattern}" for one in expressions)
    key = hashlib.sha256(f"{VERSION}\n{told}".encode()).hexdigest()
    return (cache or user_cache()) / f"expressions-{key[:24]}{_ENDING}"


def derived(
    name: str, ruleset: RuleSet, kind: type[Made], make: Callable[[], Made], cache: Path | None
) -> Made:
    """What is made of the patterns of rules to search for them, kept for the next run like the database."""
    patterns = msgspec.msgpack.encode([rule.match for rule in ruleset.rules])
    return remembered(name, patterns, kind, make, cache)


def _load(path: Path) -> hyperscan.Database | None:
    """A database is bound to the processor that compiled it; one that does not fit is compiled anew."""
    file = opened(path)
    if file is None:
        return None
    try:
        with file:
            database = hyperscan.loadb(file.read(), hyperscan.HS_MODE_BLOCK)
        database.scratch = hyperscan.Scratch(database)
        os.utime(path)  # the oldest go first
    except (OSError, hyperscan.error):
        return None
    return database


def _save(path: Path, content: bytes) -> None:
    """For the next run; a cache that fails is no loss. Each rule set and each kind of tree has one."""
    try:
        with written_aside(path) as file:
            file.write(content)
        keep_newest(path.parent, f"expressions-*{_ENDING}", _MOST_FILES, _MOST_BYTES)
    except OSError:
        return
