"""One check of the doctor."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import StrEnum

from migration_engine.protocol import Json
from migration_engine.text import Text


class State(StrEnum):
    """A warning lets jobs run; a problem does not."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Check:
    """What was looked at, what was found, and the next step where there is one."""

    name: str
    title: Text
    state: State
    found: Text
    next_step: Text | None = None

    def to_dict(self) -> dict[str, Json]:
        """The plain form for JSON."""
        return {
            "name": self.name,
            "title": asdict(self.title),
            "state": str(self.state),
            "found": asdict(self.found),
            "next_step": asdict(self.next_step) if self.next_step else None,
        }


def has_problem(checks: Iterable[Check]) -> bool:
    """Whether anything keeps jobs from running."""
    return any(check.state is State.PROBLEM for check in checks)


def plain(text: object) -> Text:
    """A name, a number or a version: the same in both languages."""
    return Text(str(text), str(text))
