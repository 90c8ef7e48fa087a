"""Patterns of rules: exact names, or names with `*` and `?`. No regular expressions, so none can run away."""

from __future__ import annotations

import re
from fnmatch import translate
from functools import lru_cache

_WILD = re.compile(r"[*?]+")


def is_exact(pattern: str) -> bool:
    return not _WILD.search(pattern)


def weight(pattern: str) -> int:
    """How much a pattern says: an exact name beats any wildcard, then the longer name wins."""
    said = len(_WILD.sub("", pattern))
    return said + (1000 if is_exact(pattern) else 0)


@lru_cache(maxsize=4096)
def compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(translate(pattern.replace("[", "[[]")))


def matches(pattern: str, symbol: str) -> bool:
    return pattern == symbol or bool(compiled(pattern).match(symbol))


def telling_part(pattern: str, *, dotted: bool) -> str:
    """The longest piece that must stand in any file where the pattern can match.

    Of a dotted name only the last piece is sure to stand there as such: `import torch as t` hides the rest.
    """
    pieces = [piece for piece in _WILD.split(pattern) if piece]
    if dotted:
        pieces = [part for piece in pieces for part in piece.split(".") if part][-1:]
    else:
        pieces = [part for piece in pieces for part in re.split(r"[=\s]+", piece) if part]
    return max(pieces, key=len, default="")
