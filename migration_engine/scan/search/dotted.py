"""Patterns of dotted names: what of them is searched in a text, and which aliases leave nothing of it."""

from __future__ import annotations

import re

from migration_engine.expression import expression
from migration_engine.value import Value

_WILD = expression(r"[*?]+")
_PART = expression(r"[\w*?]+")
_SIGNS = {"*": r"[\w.]*", ".": r"\."}
_RARE = 12
_COMPOSED = expression(r"\w*(?:[a-z0-9]_[a-z0-9]|[a-z][A-Z])\w*")
_OFTEN = frozenset({"from_pretrained", "is_available", "set_default_dtype"})


class Dotted(Value, frozen=True):
    """A pattern by its parts; `searched` are the last of them, as many as it takes to be rare."""

    parts: tuple[str, ...]
    open_end: bool
    searched: tuple[str, ...]

    @property
    def expression(self) -> str:
        """The searched parts, with what a wildcard between them stands for."""
        whole = ".".join(self.searched)
        core = whole.strip("*?")
        signs = (_SIGNS.get(sign, re.escape(sign)) for sign in _WILD.sub("*", core))
        left = "" if whole.startswith(("*", "?")) else r"\b"
        right = "" if whole.endswith(("*", "?")) else r"\b"
        return left + "".join(signs) + right

    @property
    def begins_anywhere(self) -> bool:
        return _is_wild(self.parts[0])

    @property
    def core(self) -> str:
        """What the pattern says of the first of the searched parts."""
        return max(_WILD.split(self.searched[0]), key=len)

    def left_of(self, dotted: str, bound: str) -> str | None:
        """What is still written of the pattern behind a name that is bound to `dotted`: None when enough is.

        An empty text says that the bare name may fit.
        """
        parts = dotted.split(".")
        if not self._begins_like(parts):
            return None
        start = len(self.parts) - len(self.searched)
        if any(map(_is_wild, self.parts[: start + 1])):  # which may stand for several parts
            return "" if self.core in dotted else None
        if len(parts) <= start or (len(parts) == start + 1 and bound == parts[-1]):
            return None
        following = self.parts[len(parts)] if len(parts) < len(self.parts) else ""
        return "" if _is_wild(following) else following

    def _begins_like(self, parts: list[str]) -> bool:
        for mine, theirs in zip(self.parts, parts, strict=False):
            if mine != theirs or mine == "*":
                return _is_wild(mine)
        return len(parts) <= len(self.parts) or self.open_end


def _is_wild(part: str) -> bool:
    return "*" in part or "?" in part


def dotted_of(pattern: str) -> Dotted | None:
    """None for what is no dotted name, such as a package of JavaScript."""
    core = pattern.rstrip("*?")
    open_end = core != pattern
    parts = tuple(part for part in core.strip(".").split(".") if part)
    if not parts or not all(_PART.fullmatch(part) for part in parts):
        return None
    tail = parts[-1]
    rare = len(tail) >= _RARE and tail not in _OFTEN and bool(_COMPOSED.fullmatch(tail))
    named = parts[-1:] if rare else parts[-2:]
    searched = named[1:] if len(named) > 1 and not named[0].strip("*?") else named
    if open_end and not core.endswith("."):
        searched = (*searched[:-1], searched[-1] + "*")
    return Dotted(parts, open_end, searched)
