"""Regular expressions that are compiled when they are first used: most scans need half of them."""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast

_NAMES = ("match", "fullmatch", "search", "finditer", "findall", "sub", "subn", "split")
_FACTS = ("pattern", "flags", "groups", "groupindex")


class _Compiled:
    """Its attributes are those of the expression, as quick to reach as those of any object."""


class _Later:
    """Stands in for an expression until somebody wants something of it."""

    def __init__(self, text: Any, flags: int) -> None:
        self._told = (text, flags)

    def __getattr__(self, name: str) -> object:
        compiled = re.compile(*self._told)
        self.__dict__ = {one: getattr(compiled, one) for one in (*_NAMES, *_FACTS)}
        self.__class__ = _Compiled  # type: ignore[assignment]  # whose attributes nobody looks for elsewhere
        return self.__dict__[name]


def expression(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """The same to use as what `re.compile` gives, but for `found.re` and the functions of `re`."""
    return cast("re.Pattern[AnyStr]", _Later(text, flags))
