"""Finds the names of one file that can mean what a rule wants without saying any word of it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from migration_engine.scan.python.imports import Import

_RENAMED = re.compile(r"\s*(\w+)\s*(?::[^=\n]*)?=[\s(]*([A-Za-z_]\w*)((?:\.\w+)*)")

Hides = Callable[[str, str], bool]


def star_hides(imports: Iterable[Import], hides: Hides) -> bool:
    """Whether a star import may bind such names, whatever they are."""
    return any(
        name == "*" and one.module and hides(one.module, "*")
        for one in imports
        if not one.module.startswith(".")
        for name, _ in one.names
    )


def hidden_names(imports: Iterable[Import], renamed: Sequence[str], hides: Hides) -> set[str]:
    """Names bound by imports, and by lines that give one name to another."""
    meanings: dict[str, set[str]] = defaultdict(set)
    for one in imports:
        for bound, dotted in one.meanings():
            meanings[bound].add(dotted)
    rows = [found.groups() for row in renamed if (found := _RENAMED.match(row))]
    grown = True
    while grown:
        grown = False
        for target, root, rest in rows:
            fresh = {one + rest for one in meanings.get(root, ())} - meanings.get(target, set())
            if fresh and len(meanings[target]) < 8:
                meanings[target] |= fresh
                grown = True
    return {bound for bound, all_of in meanings.items() if any(hides(dotted, bound) for dotted in all_of)}


def places_of(names: Iterable[str], source: bytes) -> list[int]:
    """The offsets at which any of the names stands."""
    words = "|".join(sorted(re.escape(name) for name in names))
    return [found.start() for found in re.finditer(rf"\b(?:{words})\b".encode(), source)] if words else []
