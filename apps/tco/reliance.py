"""How far a comparison can be relied on: evidence, what is still to be replaced, whether like meets like."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from apps.tco.fairness import Check, between_sides
from apps.tco.reach import Confidence, confidence
from apps.tco.register_rows import RegisterRow
from migration_engine.errors import ScenarioInvalid
from migration_engine.tco.trust import Trust

_NAMED = 3


@dataclass(frozen=True, slots=True)
class Some:
    """The rows that could change most, and how many there are besides."""

    named: list[RegisterRow]
    count: int

    @property
    def more(self) -> int:
        """Return how many are not named."""
        return self.count - len(self.named)


@dataclass(frozen=True, slots=True)
class Reliance:
    """What a reader has to know before relying on the answer.

    `checks` is None where the present engine refuses the figures, so that nobody can tell.
    """

    confidence: Confidence
    to_replace: Some
    overdue: Some
    checks: list[Check] | None

    @property
    def open_checks(self) -> list[Check]:
        """Return the questions of fairness that are not met."""
        return [check for check in self.checks or () if not check.is_met]

    @property
    def met(self) -> list[str]:
        """Return the questions that are met, each with how."""
        met = (check for check in self.checks or () if check.is_met)
        return [_("%(label)s (%(says)s)") % {"label": check.label, "says": check.says} for check in met]


def reliance_of(inputs: Mapping[str, Any], rows: Iterable[RegisterRow], trust: Trust) -> Reliance:
    """Return what qualifies an answer; the rows come with the one that could change most first."""
    counted = [row for row in rows if not row.is_idle]
    return Reliance(
        confidence(trust),
        _some(row for row in counted if row.todo and not row.is_overdue),
        _some(row for row in counted if row.is_overdue),
        _checks(inputs),
    )


def _some(rows: Iterable[RegisterRow]) -> Some:
    found = list(rows)
    return Some(found[:_NAMED], len(found))


def _checks(inputs: Mapping[str, Any]) -> list[Check] | None:
    try:
        return between_sides(inputs)
    except ScenarioInvalid:  # a snapshot of an earlier engine; what it answered then still stands
        return None
