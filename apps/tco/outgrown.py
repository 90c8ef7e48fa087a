"""Ranges that a new value has outgrown: named at saving, never dropped in silence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from apps.tco.forms import at, value_at
from migration_engine.tco.placeholders import put

Inputs = Mapping[str, Any]

WIDEN, DROP = "widen", "drop"


def outgrown(base: Inputs, inputs: Inputs, path: str) -> tuple[float, ...]:
    """Return low and high as they are stored where the new value lies outside; nothing where it does not."""
    is_known = value_at(inputs, path) is not None
    return _ends(base, path) if is_known and not _ends(inputs, path) else ()


def widen(base: Inputs, inputs: dict[str, Any], paths: Iterable[str]) -> None:
    """Let each stored range reach as far as the new value."""
    for path in paths:
        low, high = _ends(base, path)
        figure = dict(at(inputs, path))
        ends = {"low": min(low, figure["value"]), "high": max(high, figure["value"])}
        put(inputs, path, figure | ends)


def _ends(inputs: Inputs, path: str) -> tuple[float, ...]:
    figure = at(inputs, path)
    low, high = (figure.get(end) for end in ("low", "high")) if isinstance(figure, Mapping) else (None, None)
    return () if low is None or high is None else (low, high)
