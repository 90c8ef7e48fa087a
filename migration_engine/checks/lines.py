"""One YAML mapping together with the line of each of its keys, so that an error can point at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from migration_engine.errors import ChecklistInvalid
from migration_engine.located import Table, plain
from migration_engine.protocol.canonical import Json
from migration_engine.text import Text


@dataclass(frozen=True, slots=True)
class Lines:
    """What was read, from which file, and where each key stands."""

    data: Json
    file: str
    line: int
    keys: Mapping[str, int]

    def error(self, key: str, en: str, zh: str) -> ChecklistInvalid:
        """Return the refusal that points at KEY, or at the mapping when the key is not there."""
        return ChecklistInvalid(Text(en, zh), place=f"{self.file}:{self.keys.get(key, self.line)}")

    def mapping(self, *, required: frozenset[str], optional: frozenset[str]) -> Mapping[str, Json]:
        """Return the data as a mapping with all required keys and no unknown one."""
        if not isinstance(self.data, Mapping):
            raise self.error(
                "", "expected an item with keys, beginning with “id:”", "须为含键的检查项，以“id:”开头"
            )
        for key in self.data:
            if key not in required | optional:
                raise self.error(key, f"unknown key {key!r}", f"未知的键 {key!r}")
        if missing := sorted(required - set(self.data)):
            named = ", ".join(missing)
            raise self.error("", f"missing: {named}", f"缺少：{named}")
        return self.data

    def text(self, raw: Mapping[str, Json], key: str) -> str:
        """Return a value that must be a non-empty text."""
        value = raw[key]
        if not isinstance(value, str) or not value:
            raise self.error(key, f"{key} is a text", f"{key} 须为文本")
        return value


def lines_of(item: object, file: str) -> Lines:
    """Return the plain data of what was loaded and the lines of its keys."""
    table = item if isinstance(item, Table) else Table(1)
    return Lines(data=cast(Json, plain(item)), file=file, line=table.line, keys=table.lines)
