"""Finds the names of one file that can mean what a rule wants without saying any word of it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from migration_engine.rules.vocabulary import Sighting as Kind
from migration_engine.scan.readers.python.imports import Import, Taken
from migration_engine.value import Value

_RENAMED = re.compile(r"\s*(\w+)\s*(?::[^=\n]*)?=[\s(]*([A-Za-z_]\w*)((?:\.\w+)*)")

_MEANINGS = 8

Rename = tuple[str, str, str]
Meanings = dict[str, set[str]]
Hides = Callable[[str, str], frozenset[str]]


class Judged(Value, frozen=True):
    """What one statement means for rules: the same ones stand in many files."""

    taken: Taken
    wanted: bool
    """Whether they may want what it takes."""
    hides_all: bool
    """Whether it binds such names without telling them."""
    uses: frozenset[str]
    """Uses of its names that can mean what rules want."""
    bound: frozenset[str]


def judged(taken: Taken, wants: Callable[[Kind, str], bool], hides: Hides) -> Judged:
    return Judged(
        taken,
        wanted=taken.is_wanted(wants),
        hides_all=any(bound == "*" and bool(hides(taken.module, "*")) for bound, _ in taken.meanings),
        uses=frozenset(use for bound, dotted in taken.meanings for use in uses_of(bound, dotted, hides)),
        bound=frozenset(bound for bound, _ in taken.meanings),
    )


def meanings_of(imports: Iterable[Import], renamed: Iterable[Rename]) -> Meanings:
    """What imported names stand for anywhere in the file, and those that lines give one name to another."""
    meanings: Meanings = defaultdict(set)
    for one in imports:
        for bound, dotted in one.taken.meanings:
            meanings[bound].add(dotted)
    rows = list(renamed)
    while sum(_rename(row, meanings) for row in rows):  # a name may be given on
        pass
    return meanings


def rename_in(row: str) -> Rename:
    """The name that a line gives, the root of the name that it takes, and the rest of that; or nothing."""
    found = _RENAMED.match(row)
    return (found.group(1), found.group(2), found.group(3)) if found else ("", "", "")


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
    if not ends:
        return set()
    return {bound} if "" in ends else {f"{bound}.{end}" for end in ends}


def _rename(row: Rename, meanings: Meanings) -> bool:
    target, root, rest = row
    fresh = {one + rest for one in meanings.get(root, ())} - meanings.get(target, set())
    if not fresh or len(meanings[target]) >= _MEANINGS:
        return False
    meanings[target] |= fresh
    return True


def places_of(uses: Iterable[str], source: bytes) -> list[int]:
    """The offsets at which any of them stands, in order."""
    return sorted({at for use in uses for at in _words(use.encode(), source)})


def _words(word: bytes, source: bytes) -> Iterator[int]:
    at = source.find(word)
    while at >= 0:
        end = at + len(word)
        if not _in_word(source[at - 1 : at]) and not _in_word(source[end : end + 1]):
            yield at
        at = source.find(word, end)


def _in_word(sign: bytes) -> bool:
    return sign.isalnum() or sign == b"_"
