"""The register as a page asks for it: filtered and sorted by the address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from apps.core.templatetags.texts import in_language
from apps.tco.register_rows import RegisterRow, rows_of
from apps.tco.selectors import Comparison
from apps.tco.sensitivity import sensitivity_of
from apps.tco.snapshots import stored
from migration_engine.tco import load_scenario
from migration_engine.tco.labels import SIDES
from migration_engine.tco.register import ORIGINS, register


def _rank(row: RegisterRow) -> tuple[bool, float]:
    """What a verdict waits for comes before everything that could change it."""
    return row.origin_key != "unknown", -(row.reach if row.reach is not None else -1.0)


SORTS: Mapping[str, tuple[Promise, Callable[[RegisterRow], Any]]] = {
    "reach": (_("What it could change"), _rank),
    "name": (_("Name"), lambda row: (row.label, row.side)),
    "origin": (_("Origin"), lambda row: row.origin),
    "valid": (_("Valid until"), lambda row: row.figure.valid_until or "9999"),
    "owner": (_("Owner"), lambda row: row.figure.owner or "\uffff"),
}
TODO: Mapping[str, tuple[Promise, Callable[[RegisterRow], bool]]] = {
    "": (_("All"), lambda row: True),
    "replace": (_("To be replaced"), lambda row: bool(row.todo) and not (row.is_overdue or row.is_idle)),
    "overdue": (_("Overdue"), lambda row: row.is_overdue),
    "unowned": (_("Without an owner"), lambda row: not row.figure.owner),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to filter or sort, and whether it holds."""

    value: str
    label: str
    count: int
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address asks for; what it gets wrong falls back to everything."""

    todo: str
    origin: str
    side: str
    sort: str

    @classmethod
    def of(cls, query: QueryDict) -> Asked:
        """Read the address."""
        return cls(
            _one_of(query.get("todo", ""), TODO, ""),
            _one_of(query.get("origin", ""), {**ORIGINS, "unknown": None}, ""),
            _one_of(query.get("side", ""), {**SIDES, "both": None}, ""),
            _one_of(query.get("sort", ""), SORTS, "reach"),
        )

    def covers(self, row: RegisterRow) -> bool:
        """Tell whether the row passes every filter."""
        side = row.path.split(".")[1] if row.path.startswith("sides.") else "both"
        return TODO[self.todo][1](row) and self.origin in {"", row.origin_key} and self.side in {"", side}


def register_rows(found: Comparison) -> list[RegisterRow]:
    """Return every input of the comparison, the one that could change most first."""
    scenario = load_scenario(found.inputs)
    today = timezone.localdate()
    entries = register(scenario, sensitivity_of(found.inputs).tornado, today)
    return rows_of(map(stored, entries), scenario.currency, today)


def register_page(found: Comparison, asked: Asked) -> dict[str, Any]:
    """Return the context of the register."""
    every = register_rows(found)
    rows = sorted(filter(asked.covers, every), key=SORTS[asked.sort][1])
    return {
        "rows": rows,
        "total": len(every),
        "asked": asked,
        "todo_choices": [
            Choice(key, str(label), sum(map(covers, every)), key == asked.todo)
            for key, (label, covers) in TODO.items()
        ],
        "origins": [Choice(key, in_language(text), 0, key == asked.origin) for key, text in ORIGINS.items()],
        "sides": [Choice(key, in_language(text), 0, key == asked.side) for key, text in SIDES.items()],
        "sorts": [Choice(key, str(label), 0, key == asked.sort) for key, (label, _key) in SORTS.items()],
        "comparison": found,
    }


def _one_of(given: str, known: Mapping[str, object], otherwise: str) -> str:
    return given if given in known else otherwise
