"""State that lives in the address: read leniently, written without defaults."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, Self
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

from apps.core.errors import ApplicationError

# Parameters whose values may hold commas: they stand in the address once for each.
REPEATED = frozenset({"expand"})
MOST_KEYS = 12
NO_SCAN = -1


@dataclass(frozen=True, slots=True)
class Address:
    """The parameters of a page. Subclasses add their fields, each with the default that is left out."""

    scan: int = 0

    def link(self, **changes: Any) -> str:
        """Return the query string of this view with CHANGES."""
        return "?" + urlencode(self.parameters(**changes), doseq=True)

    def open_ended(self, name: str, **changes: Any) -> str:
        """Return the query string with CHANGES up to the value of NAME: for pages that write hundreds.

        A parameter that is repeated keeps its values, and gets one more.
        """
        rest = changes if name in REPEATED else changes | {name: getattr(type(self)(), name)}
        begun = self.link(**rest)
        return f"{begun}{'' if begun == '?' else '&'}{name}="

    def changed(self, **changes: Any) -> Self:
        """Return the same view with CHANGES."""
        return replace(self, **changes)

    def toggled(self, name: str, value: str) -> str:
        """Return the query string with VALUE added to, or taken out of, the filter NAME."""
        held: tuple[str, ...] = getattr(self, name)
        rest = tuple(one for one in held if one != value)
        return self.link(**{name: rest if value in held else (*held, value)})

    def parameters(self, **changes: Any) -> dict[str, str | tuple[str, ...]]:
        """Return the parameters that differ from their defaults once there are CHANGES, as written."""
        kind: Any = type(self)
        defaults = _defaults(kind)
        values = {name: getattr(self, name) for name in defaults} | changes
        return {name: _written(name, value) for name, value in values.items() if value != defaults[name]}

    def shared_with(self, other: type[Address]) -> str:
        """Return the query string of another page under the same filters."""
        names = {field.name for field in fields(other)} - {"sort", "page", "view", "tab"}
        kept = {name: value for name, value in self.parameters().items() if name in names}
        return "?" + urlencode(kept, doseq=True) if kept else ""


@cache
def _defaults(kind: type[Address]) -> dict[str, Any]:
    """Pages write hundreds of links: asking the dataclass for its fields would be half of their cost."""
    return {field.name: field.default for field in fields(kind)}


def _written(name: str, value: Any) -> str | tuple[str, ...]:
    if isinstance(value, tuple):
        return value if name in REPEATED else ",".join(value)
    return str(value)


def one_of(allowed: tuple[str, ...], value: str) -> str:
    """Return VALUE if it is allowed, else the first of the allowed."""
    return value if value in allowed else allowed[0]


def some_of(allowed: tuple[str, ...], values: list[str]) -> tuple[str, ...]:
    """Return those of the comma-separated values that are allowed."""
    asked = {part for value in values for part in value.split(",")}
    return tuple(value for value in allowed if value in asked)


def sort_of(allowed: tuple[str, ...], value: str) -> str:
    """Return the sort key, perhaps with a leading minus; the first one for what is not known."""
    return value if value.removeprefix("-") in allowed else allowed[0]


def keys_of(values: list[str]) -> tuple[str, ...]:
    """Return names that may hold commas themselves: each stands in a parameter of its own."""
    return tuple(dict.fromkeys(text for value in values if (text := text_of(value, 460))))[:MOST_KEYS]


def number_of(value: str) -> int:
    """Return a small whole number; 0 for anything else."""
    return int(value) if value.isdecimal() and len(value) < 9 else 0


def scan_in(data: QueryDict, name: str = "scan") -> int:
    """Return the number of the scan that an address asks for: 0 where it asks for none, NO_SCAN for nonsense.

    To show the newest scan instead would pass it for the one that was asked for.
    """
    asked = data.get(name, "")
    return (number_of(asked) or NO_SCAN) if asked else 0


def text_of(value: str, most: int = 200) -> str:
    """Return free text that the database can take."""
    return value.replace("\x00", "").strip()[:most]


def refuse_unknown(data: QueryDict, read: Address, *names: str) -> None:
    """Raise ApplicationError where READ dropped a value of DATA: what is written may follow no default."""
    for name in names:
        asked = {part for value in data.getlist(name) for part in value.split(",")} - {""}
        held = getattr(read, name)
        if unknown := asked.difference(held if isinstance(held, tuple) else (held,)):
            told = {"name": name, "value": text_of(min(unknown), 60)}
            message = _("The address holds “%(name)s=%(value)s”, which is not known. Nothing was saved.")
            more = _("Go back to the page and choose again.")
            raise ApplicationError("unknown_value", f"{message % told} {more}")
