"""Reading one figure: a number, nothing, or a number with its range and origin."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, isfinite

from migration_engine.errors import ScenarioInvalid
from migration_engine.tco.bounds import Bounds
from migration_engine.tco.scenario import UNKNOWN, Figure

_NUMBERS = ("value", "low", "high")
_WORDS = ("origin", "source", "date")


def figures(group: Mapping[str, object], prefix: str, limits: Mapping[str, Bounds]) -> dict[str, Figure]:
    """A figure for every key of `limits`; a key that is absent is unknown."""
    return {key: figure(group.get(key), prefix + key, bound) for key, bound in limits.items()}


def figure(value: object, path: str, limits: Bounds) -> Figure:
    """The figure at `path`; raises ScenarioInvalid when it is not a number within its limits."""
    if value is None:
        return UNKNOWN
    if not isinstance(value, Mapping):
        return Figure(_number(value, path, limits))
    _refuse_unknown(value, path)
    numbers = {key: _number(value.get(key), f"{path}.{key}", limits) for key in _NUMBERS}
    words = {key: _word(value.get(key), f"{path}.{key}") for key in _WORDS}
    _check_order(numbers, path)
    return Figure(
        numbers["value"],
        low=numbers["low"],
        high=numbers["high"],
        origin=words["origin"],
        source=words["source"],
        date=words["date"],
    )


def _refuse_unknown(value: Mapping[object, object], path: str) -> None:
    known = (*_NUMBERS, *_WORDS)
    for key in value:
        if key not in known:
            raise ScenarioInvalid(f"unknown key; known here: {', '.join(known)}", place=f"{path}.{key}")


def _number(value: object, path: str, limits: Bounds) -> float | None:
    if value is None:
        return None
    # bool is an int in Python; `headroom: yes` must not become 1.
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ScenarioInvalid(f"expected a number, found {type(value).__name__} {value!r}", place=path)
    try:
        number = float(value)
    except OverflowError:
        number = inf
    if not isfinite(number):
        raise ScenarioInvalid("expected a finite number", place=path)
    if objection := limits.objection(number):
        raise ScenarioInvalid(objection, place=path)
    return number


def _word(value: object, path: str) -> str:
    if value is None:
        return ""
    if isinstance(value, bool | int | float | list | Mapping):
        raise ScenarioInvalid(f"expected text, found {type(value).__name__}", place=path)
    return str(value)


def _check_order(numbers: Mapping[str, float | None], path: str) -> None:
    known = [number for number in (numbers["low"], numbers["value"], numbers["high"]) if number is not None]
    if known != sorted(known):
        raise ScenarioInvalid("expected low <= value <= high", place=path)
