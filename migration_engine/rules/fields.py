"""Reads single fields of a rule; every complaint names file, line and what to write instead."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from migration_engine.errors import RuleInvalid
from migration_engine.located import Table
from migration_engine.text import Text

Choice = TypeVar("Choice", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Fields:
    """One mapping of a rule file, at its place."""

    table: Table
    place: str

    def fail(self, en: str, zh: str, key: str = "") -> RuleInvalid:
        return RuleInvalid(Text(en, zh), place=f"{self.place}:{self.table.line_of(key)}")

    def only(self, allowed: Collection[str]) -> None:
        for key in self.table:
            if key not in allowed:
                known = ", ".join(sorted(allowed))
                raise self.fail(
                    f"unknown key `{key}`; known are {known}", f"未知的键 `{key}`，可用：{known}", key
                )

    def text(self, key: str, default: str | None = None) -> str:
        value = self.table.get(key, default)
        if value is None:
            raise self.fail(f"`{key}` is missing; give a text", f"缺少 `{key}`，须为文本", key)
        if not isinstance(value, str) or (not value.strip() and default is None):
            raise self.fail(f"`{key}` must be a text", f"`{key}` 须为文本", key)
        return value.strip()

    def both(self, key: str) -> Text:
        """A text in English and Chinese."""
        inner = self.inner(key)
        inner.only(("en", "zh"))
        return Text(inner.text("en"), inner.text("zh"))

    def name_or_both(self, key: str) -> Text:
        """A name that is the same in every language, or a text in English and Chinese."""
        if isinstance(self.table.get(key), Table):
            return self.both(key)
        name = self.text(key)
        return Text(name, name)

    def inner(self, key: str) -> Fields:
        value = self.table.get(key)
        if value is None:
            raise self.fail(f"`{key}` is missing; give a mapping", f"缺少 `{key}`，须为映射", key)
        if not isinstance(value, Table):
            raise self.fail(f"`{key}` must be a mapping", f"`{key}` 须为映射", key)
        return Fields(value, self.place)

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
            raise self.fail(f"`{key}` must be a list of texts", f"`{key}` 须为文本列表", key)
        return tuple(value)

    def choice(self, key: str, of: type[Choice]) -> Choice:
        value = self.table.get(key)
        try:
            return of(value if isinstance(value, str) else "")
        except ValueError:
            known = ", ".join(sorted(of))
            raise self.fail(
                f"`{key}` must be one of {known}, not `{value}`",
                f"`{key}` 须为 {known} 之一，而不是 `{value}`",
                key,
            ) from None
