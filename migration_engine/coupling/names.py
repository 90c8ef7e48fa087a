"""Short names that stay unique: as many trailing path segments as it takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

_SAYS_NOTHING = {"src", "lib", "core", "common", "utils", "static", "js", "css", "templates", "app", "main"}


def short_names(ids: Iterable[str]) -> Mapping[str, str]:
    """Id -> the shortest tail of its path that no other id shares."""
    wanted = sorted(set(ids))
    taken = Counter(tail for name in wanted for tail in _tails(name))
    return {name: next(tail for tail in _tails(name) if taken[tail] == 1 or tail == name) for name in wanted}


def _tails(name: str) -> tuple[str, ...]:
    """Longer and longer tails, from the first that says something."""
    parts = name.split("/")
    told = [start for start in range(len(parts) - 1, -1, -1) if parts[start] not in _SAYS_NOTHING]
    return tuple("/".join(parts[start:]) for start in range(told[0] if told else 0, -1, -1))
