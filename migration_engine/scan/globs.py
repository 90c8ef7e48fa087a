"""Patterns of rules: exact names, or names with `*` and `?`. No regular expressions, so none can run away."""

from __future__ import annotations

import re
from fnmatch import translate
from functools import lru_cache

_WILD = re.compile(r"[*?]+")
_EVERYWHERE = frozenset(
    {
        *("torch", "transformers", "default", "format", "device", "install", "script", "version", "core"),
        *("completion", "embedding", "temperature", "attention", "options", "command", "label"),
        *("http://", "https://", "backend", "model", "image", "memory", "utils", "config", "docker"),
    }
)


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
    """The piece that tells most of those that must stand in any file where the pattern can match.

    An alias may cut a dotted name apart (`import torch as t`), but each of its parts stands somewhere.
    """
    pieces = [piece for piece in _WILD.split(pattern) if piece]
    between = r"\." if dotted else r"[=\s]+"
    parts = [part for piece in pieces for part in re.split(between, piece) if part]
    return max(parts, key=_tells, default="")


def _tells(part: str) -> float:
    """Longer is rarer, but for words that stand everywhere."""
    return 3.5 if part.lower() in _EVERYWHERE else len(part)
