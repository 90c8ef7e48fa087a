"""A scenario to start from, made of published figures and of estimates that say that they are ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from migration_engine.effort import Range
from migration_engine.text import Text

_FILE = Path(__file__).with_name("placeholders.yaml")
_FIGURE_KEYS = ("value", "low", "high", "source", "date")

Tree = dict[str, object]


@dataclass(frozen=True, slots=True)
class Placeholder:
    """How far a starting figure can be trusted, and what should replace it."""

    value: float | None
    source: str
    date: str
    grade: str
    replace: str


@cache
def placeholders() -> Mapping[str, Placeholder]:
    """The starting figures by key path."""
    return {path: _placeholder(raw) for path, raw in _raw()["figures"].items()}


def source_text(source: str) -> Text:
    """A source in both languages where it is one of the starting figures'; any other as it was written."""
    return Text(source, _raw()["sources_zh"].get(source, source))


def starting_scenario(days: Range | None = None) -> Tree:
    """A scenario mapping for `load_scenario`, with the migration work of a scan where there is one."""
    raw = _raw()
    tree: Tree = {"currency": raw["currency"], "case": raw["case"]}
    for path, figure in raw["figures"].items():
        put(tree, path, {"origin": "default"} | {key: figure[key] for key in _FIGURE_KEYS if key in figure})
    for side in ("gpu", "ascend"):
        put(tree, f"sides.{side}.licence_unit", "device")
    for end in ("low", "likely", "high"):
        value = getattr(days, end) if days else None
        put(tree, f"migration.person_days.{end}", {"value": value, "origin": "scan"})
    return tree


def put(tree: Tree, path: str, value: object) -> None:
    """Set the value at a key path, making the groups on the way."""
    *groups, last = path.split(".")
    for group in groups:
        branch = tree.setdefault(group, {})
        if not isinstance(branch, dict):
            raise TypeError(f"{group} in {path} is a value, not a group")
        tree = branch
    tree[last] = value


def _placeholder(raw: Mapping[str, str]) -> Placeholder:
    value = raw.get("value")
    return Placeholder(
        value=None if value is None else float(value),
        source=raw.get("source", ""),
        date=raw.get("date", ""),
        grade=raw.get("grade", ""),
        replace=raw.get("replace", ""),
    )


@cache
def _raw() -> dict[str, Any]:
    raw: dict[str, Any] = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    return raw
