"""Reads a value out of a result and compares it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from migration_engine.checks.item import Comparison, Condition
from migration_engine.protocol.canonical import Json


def values_at(data: Json, path: str) -> list[Json]:
    """Return what lies at a dotted path; a `*` step walks a list, a missing step gives nothing."""
    found: list[Json] = [data]
    for step in path.split("."):
        found = [value for parent in found for value in _children(parent, step)]
    return found


def holds(condition: Condition, data: Mapping[str, Json]) -> bool | None:
    """Tell whether the condition holds; None when the result does not carry the value."""
    found = values_at(dict(data), condition.path)
    if not found or any(value is None for value in found):
        return None
    if condition.comparison is Comparison.INCLUDES:
        return all(wanted in found for wanted in _listed(condition.wanted))
    return all(_compares(condition.comparison, value, condition.wanted) for value in found)


def _children(parent: Json, step: str) -> Sequence[Json]:
    if step == "*":
        return _listed(parent) if not isinstance(parent, Mapping) else ()
    return (parent[step],) if isinstance(parent, Mapping) and step in parent else ()


def _compares(comparison: Comparison, value: Json, wanted: Json) -> bool:
    if comparison is Comparison.EQUALS:
        return value == wanted
    if comparison is Comparison.PRESENT:
        return bool(value) == wanted
    if comparison is Comparison.ONE_OF:
        return value in _listed(wanted)
    if not isinstance(value, int | float) or not isinstance(wanted, int | float):
        return False
    return value <= wanted if comparison is Comparison.AT_MOST else value >= wanted


def _listed(value: Json) -> Sequence[Json]:
    """Return a list as it is and a single value as a list of one; a text is a single value."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return value
    return (value,)
