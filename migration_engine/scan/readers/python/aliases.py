"""Finds the names of one file that can mean what a rule wants without saying any word of it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from migration_engine.scan.readers.python.imports import Import

_RENAMED = re.compile(r"\s*(\w+)\s*(?::[^=\n]*)?=[\s(]*([A-Za-z_]\w*)((?:\.\w+)*)")

_MEANINGS = 8

Meanings = dict[str, set[str]]
Hides = Callable[[str, str], frozenset[str]]


def star_hides(imports: Iterable[Import], hides: Hides) -> bool:
    """Whether a star import may bind such names, whatever they are."""
    return any(
        name == "*" and one.module and hides(one.module, "*")
        for one in imports
        if not one.module.startswith(".")
        for name, _ in one.names
    )


def meanings_of(imports: Iterable[Import], renamed: Sequence[str]) -> Meanings:
    """What imported names stand for anywhere in the file, and those that lines give one name to another."""
    meanings: Meanings = defaultdict(set)
    for one in imports:
        for bound, dotted in one.meanings():
            meanings[bound].add(dotted)
    rows = [found.groups() for row in renamed if (found := _RENAMED.match(row))]
    while sum(_rename(row, meanings) for row in rows):  # a name may be given on
        pass
    return meanings


def is_rename(row: str, meanings: Meanings) -> bool:
    """Whether the line gives on a name that stands for something."""
    found = _RENAMED.match(row)
    return found is not None and found.group(2) in meanings


def hidden_uses(meanings: Meanings, hides: Hides) -> set[str]:
    """Uses of names that can mean what a rule wants without saying it: `cu`, or `F.gelu`."""
    return {
        use
        for bound, all_of in meanings.items()
        for dotted in all_of
        for use in uses_of(bound, dotted, hides)
    }


def uses_of(bound: str, dotted: str, hides: Hides) -> set[str]:
    ends = hides(dotted, bound)
    return {bound} if "" in ends else {f"{bound}.{end}" for end in ends}


def _rename(row: tuple[str, ...], meanings: Meanings) -> bool:
    target, root, rest = row
    fresh = {one + rest for one in meanings.get(root, ())} - meanings.get(target, set())
    if not fresh or len(meanings[target]) >= _MEANINGS:
        return False
    meanings[target] |= fresh
    return True


def places_of(uses: Iterable[str], source: bytes) -> list[int]:
    """The offsets at which any of them stands."""
    words = "|".join(sorted(re.escape(use) for use in uses))
    return [found.start() for found in re.finditer(rf"\b(?:{words})\b".encode(), source)] if words else []
