"""Expressions that are mere words: searched as literals, which is cheap, their edges looked at afterwards."""

from __future__ import annotations

import re

from migration_engine.expression import expression
from migration_engine.value import Value

_LITERAL = expression(r"(?:\\[^A-Za-z0-9]|[^\\.^$*+?()\[\]{}|])+")
_ESCAPES = frozenset(b"abfnrtv")
_IN_WORD = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_BACKSLASH = 0x5C


class Word(Value, frozen=True):
    """A literal of so many bytes, and at which of its sides a word must end."""

    literal: str
    length: int
    left: bool
    right: bool

    def stands(self, source: bytes, end: int) -> bool:
        """Whether the match that ends there is a word; an escape such as `\\n` may stand before it."""
        if self.right and end < len(source) and source[end] in _IN_WORD:
            return False
        start = end - self.length
        if not self.left or not start or source[start - 1] not in _IN_WORD:
            return True
        return source[start - 1] in _ESCAPES and start > 1 and source[start - 2] == _BACKSLASH


def word_of(expression: str) -> Word | None:
    """None for an expression whose length is not known."""
    flag = "(?i)" if expression.startswith("(?i)") else ""
    rest = expression.removeprefix(flag)
    core = rest.removeprefix(r"\b")
    left = core != rest
    if right := core.endswith(r"\b"):
        core = core[:-2]
    if not _LITERAL.fullmatch(core):
        return None
    return Word(flag + core, len(re.sub(r"\\(.)", r"\1", core).encode()), left, right)
