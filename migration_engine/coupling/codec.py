"""Frozen dataclasses to plain JSON values and back, by their own type hints."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import TypeVar, get_args, get_origin, get_type_hints

from migration_engine.errors import DocumentInvalid
from migration_engine.text import Text

T = TypeVar("T")


def to_plain(value: object) -> object:
    """Dicts, lists, strings and numbers only."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    if is_dataclass(value):
        return {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}
    return value


def from_plain(kind: type[T], value: object, place: str = "") -> T:
    """The value of that dataclass; raises DocumentInvalid with a JSON pointer where it does not fit."""
    if not isinstance(value, dict):
        raise _misfit("an object is expected here", "此处须为对象", place)
    missing = _needed(kind) - value.keys()  # type: ignore[arg-type]
    if missing:
        named = ", ".join(sorted(missing))
        raise _misfit(f"missing {named}", f"缺少 {named}", place)
    held = {name: hint for name, hint in _hints(kind).items() if name in value}  # type: ignore[arg-type]
    return kind(**{name: _read(hint, value[name], f"{place}/{name}") for name, hint in held.items()})


@cache
def _hints(kind: type) -> dict[str, object]:
    return get_type_hints(kind)


@cache
def _needed(kind: type) -> frozenset[str]:
    """The names without a default: what was added later may lack in what was stored before."""
    return frozenset(field.name for field in fields(kind) if field.default is MISSING)


def _read(hint: object, value: object, place: str) -> object:
    if get_origin(hint) is tuple:
        return _read_tuple(get_args(hint)[0], value, place)
    if isinstance(hint, type) and is_dataclass(hint):
        return from_plain(hint, value, place)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _read_choice(hint, value, place)
    return value


def _read_choice(kind: type[Enum], value: object, place: str) -> Enum:
    try:
        return kind(value)
    except ValueError as error:
        known = ", ".join(str(one.value) for one in kind)
        raise _misfit(f"{value!r} is none of {known}", f"{value!r} 不是 {known} 之一", place) from error


def _read_tuple(item: object, value: object, place: str) -> tuple[object, ...]:
    if not isinstance(value, list):
        raise _misfit("a list is expected here", "此处须为列表", place)
    return tuple(_read(item, one, f"{place}/{index}") for index, one in enumerate(value))


def _misfit(en: str, zh: str, place: str) -> DocumentInvalid:
    text = Text(f"{en}; build the coupling map again", f"{zh}；请重新生成耦合地图")
    return DocumentInvalid(text, place=place or "/")
