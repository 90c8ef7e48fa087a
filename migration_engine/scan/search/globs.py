"""Patterns of rules: exact names, or names with `*` and `?`; no regular expressions, so none can run away."""

from __future__ import annotations

import re
from functools import lru_cache

from migration_engine.expression import expression

_WILD = expression(r"[*?]+")
_EVERYWHERE = frozenset(
    {
        *("torch", "transformers", "default", "format", "device", "install", "script", "version", "core"),
        *("completion", "embedding", "temperature", "attention", "options", "command", "label"),
        *("http://", "https://", "backend", "model", "image", "memory", "utils", "config", "docker"),
    }
)


_HARDWARE = ("cuda", "nvidia", "nccl", "gpu")


def is_exact(pattern: str) -> bool:
    return "*" not in pattern and "?" not in pattern


def weight(pattern: str) -> int:
    """How much a pattern says: an exact name beats any wildcard, then the longer name wins."""
    return 1000 + len(pattern) if is_exact(pattern) else len(_WILD.sub("", pattern))


@lru_cache(maxsize=8192)
def _pieces(pattern: str) -> tuple[str, ...]:
    return tuple(pattern.split("*"))


def matches(pattern: str, symbol: str) -> bool:
    """Each piece between the stars where it first fits: nothing is tried twice, however long the symbol."""
    if pattern == symbol:
        return True
    head, *between = _pieces(pattern)
    if not between:
        return len(head) == len(symbol) and _fits(head, symbol, 0)
    tail = between.pop()
    at, end = len(head), len(symbol) - len(tail)
    if at > end or not _fits(head, symbol, 0) or not _fits(tail, symbol, end):
        return False
    for piece in between:
        at = _first(piece, symbol, at, end) + len(piece)
        if at < len(piece):
            return False
    return True


def _fits(piece: str, symbol: str, at: int) -> bool:
    if "?" not in piece:
        return symbol.startswith(piece, at)
    return all(sign in ("?", symbol[at + number]) for number, sign in enumerate(piece))


def _first(piece: str, symbol: str, start: int, end: int) -> int:
    """The first place between start and end where the piece fits, or -1; all beginnings run side by side."""
    if "?" not in piece:
        return symbol.find(piece, start, end)
    fitting, wanted, anything = 0, 1 << len(piece) >> 1, _bits(piece, "?")
    bits = {sign: _bits(piece, sign) | anything for sign in set(piece)}
    for at in range(start, end):
        fitting = (fitting << 1 | 1) & bits.get(symbol[at], anything)
        if fitting & wanted:
            return at - len(piece) + 1
    return -1


def _bits(piece: str, sign: str) -> int:
    """One bit for each place of the piece where the sign stands."""
    return sum(1 << at for at, one in enumerate(piece) if one == sign)


def telling_part(pattern: str, *, dotted: bool) -> str:
    """The piece that tells most of those that must stand in any file where the pattern can match.

    An alias may cut a dotted name apart (`import torch as t`), but each of its parts stands somewhere.
    """
    pieces = [piece for piece in _WILD.split(pattern) if piece]
    between = r"\." if dotted else r"[=\s]+"
    parts = [part for piece in pieces for part in re.split(between, piece) if part]
    return max(parts, key=_tells, default="")


def _tells(part: str) -> float:
    """Longer is rarer, but for words that stand everywhere; those of the hardware tell most."""
    if any(word in part.lower() for word in _HARDWARE):
        return 1000 + len(part)
    return 3.5 if part.lower() in _EVERYWHERE else len(part)
