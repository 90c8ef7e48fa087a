"""What the reader asked to see, read from the address; a word that means nothing filters nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from apps.checklist.selectors import ItemRow
from migration_engine.checks import Group, Stage, State


@dataclass(frozen=True, slots=True)
class Filter:
    """At most one state, one group and one stage."""

    state: str = ""
    group: str = ""
    stage: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Filter:
        """Return the filter that the query string names."""
        return cls(
            state=_known(State, query.get("state", "")),
            group=_known(Group, query.get("group", "")),
            stage=_known(Stage, query.get("stage", "")),
        )

    @property
    def is_set(self) -> bool:
        """Tell whether anything is filtered."""
        return bool(self.state or self.group or self.stage)

    def keeps(self, row: ItemRow) -> bool:
        """Tell whether the row is shown."""
        pairs = ((self.state, row.state), (self.group, row.item.group), (self.stage, row.item.stage))
        return all(not wanted or wanted == found for wanted, found in pairs)


def _known(kind: type[StrEnum], word: str) -> str:
    return word if word in set(kind) else ""
