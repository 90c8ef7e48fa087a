"""Reads checklist items from YAML; every refusal names file and line."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import TypeVar, cast

from migration_engine.checks.item import Comparison, Condition, Group, Item, Stage
from migration_engine.checks.lines import Lines, lines_of
from migration_engine.errors import ChecklistInvalid
from migration_engine.located import load_located
from migration_engine.protocol.canonical import Json
from migration_engine.text import Text

CATALOGUE = Path(__file__).with_name("catalogue.yaml")
REQUIRED = frozenset({"id", "group", "stage", "title", "criterion", "why", "job_kind"})
OPTIONAL = frozenset({"applies_when", "limits"})

Chosen = TypeVar("Chosen", bound=StrEnum)


def load_items(file: Path = CATALOGUE) -> tuple[Item, ...]:
    """Return the items in file order.

    Raises ChecklistInvalid with file:line for broken YAML, a key given twice, an unknown or missing key,
    a text without both languages, an unknown word, or an id that is used twice.
    """
    root = load_located(file.read_text(encoding="utf-8"), file.name, ChecklistInvalid)
    if not isinstance(root, list):
        raise ChecklistInvalid(
            Text(
                "expected a list of items, each beginning with “- id:”", "须为检查项列表，每项以“- id:”开头"
            ),
            place=f"{file.name}:1",
        )
    items = tuple(_item(lines_of(node, file.name)) for node in root)
    _refuse_twins(items, file.name)
    return items


def _item(lines: Lines) -> Item:
    raw = lines.mapping(required=REQUIRED, optional=OPTIONAL)
    return Item(
        id=lines.text(raw, "id"),
        group=_word(Group, raw, "group", lines),
        stage=_word(Stage, raw, "stage", lines),
        title=_both(raw, "title", lines),
        criterion=_both(raw, "criterion", lines),
        why=_both(raw, "why", lines),
        job_kind=cast(str, raw["job_kind"] or ""),
        applies_when=_conditions(raw, "applies_when", lines),
        limits=_conditions(raw, "limits", lines),
    )


def _word(kind: type[Chosen], raw: Mapping[str, Json], key: str, lines: Lines) -> Chosen:
    try:
        return kind(cast(str, raw[key]))
    except ValueError:
        known = ", ".join(kind)
        raise lines.error(
            key,
            f"unknown {key} {raw[key]!r}; use one of: {known}",
            f"未知的 {key} {raw[key]!r}，可用：{known}",
        ) from None


def _both(raw: Mapping[str, Json], key: str, lines: Lines) -> Text:
    value = raw[key]
    if not isinstance(value, Mapping) or set(value) != {"en", "zh"} or not all(value.values()):
        raise lines.error(
            key,
            f"{key} needs a sentence in both languages: {{en: …, zh: …}}",
            f"{key} 须同时写出两种语言：{{en: …, zh: …}}",
        )
    return Text(en=str(value["en"]), zh=str(value["zh"]))


def _conditions(raw: Mapping[str, Json], key: str, lines: Lines) -> tuple[Condition, ...]:
    value = raw.get(key) or []
    if not isinstance(value, list):
        raise lines.error(
            key,
            f"{key} is a list of {{path: …, at_most: …}} and the like",
            f"{key} 须为 {{path: …, at_most: …}} 之类的列表",
        )
    return tuple(_condition(one, key, lines) for one in value)


def _condition(one: Json, key: str, lines: Lines) -> Condition:
    words = set(one) - {"path"} if isinstance(one, Mapping) else set()
    if not isinstance(one, Mapping) or len(words) != 1 or "path" not in one or not words <= set(Comparison):
        known = ", ".join(Comparison)
        raise lines.error(
            key, f"a condition has a path and one of: {known}", f"条件须含 path 以及下列之一：{known}"
        )
    (word,) = words
    return Condition(path=str(one["path"]), comparison=Comparison(word), wanted=one[word])


def _refuse_twins(items: tuple[Item, ...], name: str) -> None:
    seen: set[str] = set()
    for item in items:
        if item.id in seen:
            raise ChecklistInvalid(
                Text(
                    f"the id {item.id!r} is used twice; ids are never reused",
                    f"标识 {item.id!r} 重复使用，标识不可复用",
                ),
                place=name,
            )
        seen.add(item.id)
