"""Reading what is not a figure: groups of keys, choices, switches."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import TypeVar

from migration_engine.errors import ScenarioInvalid
from migration_engine.tco.figures import unknown_key
from migration_engine.text import Text

_Choice = TypeVar("_Choice", bound=StrEnum)


def group(value: object, path: str, allowed: Collection[str]) -> Mapping[str, object]:
    """The mapping at `path`, with no key but the allowed ones."""
    if not isinstance(value, Mapping):
        found = "nothing" if value is None else type(value).__name__
        raise ScenarioInvalid(
            Text(f"expected a group of keys, found {found}", f"此处须为一组键，实际为 {found}"),
            place=path or "scenario",
        )
    for key in value:
        if key not in allowed:
            place = f"{path}.{key}" if path else str(key)
            raise unknown_key(sorted(allowed), place)
    return value


def choice(value: object, path: str, options: type[_Choice], *, absent: _Choice | None = None) -> _Choice:
    """One of the options by its name; `absent` is what holds where nothing stands."""
    if value is None and absent is not None:
        return absent
    names = [option.value for option in options]
    if not isinstance(value, str) or value not in names:
        known = ", ".join(names)
        raise ScenarioInvalid(
            Text(f"expected one of {known}, found {value!r}", f"须为 {known} 之一，实际为 {value!r}"),
            place=path,
        )
    return options(value)


def switch(value: object, path: str) -> bool:
    """True or false; nothing is false."""
    if value is None or isinstance(value, bool):
        return bool(value)
    raise ScenarioInvalid(
        Text(f"expected true or false, found {value!r}", f"须为 true 或 false，实际为 {value!r}"), place=path
    )
