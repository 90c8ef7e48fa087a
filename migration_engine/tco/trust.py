"""How much of what moves the verdict rests on evidence, and how much on figures nobody vouched for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import numpy as np

from migration_engine.tco.figure import Figure
from migration_engine.tco.keys import BY_PATH
from migration_engine.tco.numbers import Numbers
from migration_engine.tco.register import is_overdue
from migration_engine.tco.scenario import Scenario
from migration_engine.tco.unknown import is_used
from migration_engine.tco.variants import npv_differences, one_at_a_time

EVIDENCE = frozenset({"quote", "bill", "measurement", "benchmark", "scan"})
"""Origins that somebody else can check, as long as it is said where, and not past its day."""

_SELF_EVIDENT = "scan"

# Whole servers hide small changes and show large ones: the widest of these counts.
_NUDGES = (0.75, 0.9, 1.1, 1.25)


@dataclass(frozen=True, slots=True)
class Trust:
    """Shares of the influence on the NPV difference, together 1.0; all None without a verdict.

    An input's influence is the widest move of the NPV difference when it alone is 10 or 25 % lower or higher.
    """

    evidence: float | None
    stated: float | None
    default: float | None


def trust(scenario: Scenario, today: date) -> Trust:
    """How the influence of all inputs divides among their origins; what has run out is no evidence."""
    figures = {path: one for path, one in scenario.figures() if one.value and is_used(scenario, path)}
    weights = _influences(scenario, {path: one.number for path, one in figures.items()})
    total = sum(weights.values())
    if not np.isfinite(total) or total <= 0:
        return Trust(None, None, None)
    of = {"evidence": 0.0, "stated": 0.0, "default": 0.0}
    for path, weight in weights.items():
        of[_kind(figures[path], today)] += weight / total
    return Trust(**of)


def is_evidence(figure: Figure, today: date) -> bool:
    """Whether somebody else can check the figure: a bare claim and an expired quote are none."""
    said = figure.origin == _SELF_EVIDENT or figure.source or figure.evidence or figure.run
    return figure.origin in EVIDENCE and bool(said) and not is_overdue(figure, today)


def _kind(figure: Figure, today: date) -> str:
    if is_evidence(figure, today):
        return "evidence"
    return "default" if figure.origin == "default" else "stated"


def _influences(scenario: Scenario, values: dict[str, float]) -> dict[str, float]:
    """The widest move of the NPV difference by key path, in the scenario's currency."""
    numbers = Numbers(scenario)
    base = float(npv_differences(numbers, {})[0])
    paths = [path for path in values for _ in _NUDGES]
    nudged = [_within(path, value * nudge) for path, value in values.items() for nudge in _NUDGES]
    if not paths or np.isnan(base):
        return {}
    found = npv_differences(numbers, one_at_a_time(numbers, paths, np.array(nudged)))
    moves = np.abs(found - base).reshape(-1, len(_NUDGES)).max(axis=1)
    return dict(zip(values, moves.tolist(), strict=True))


def _within(path: str, value: float) -> float:
    """The nearest value that the input may have."""
    bounds = BY_PATH[path]
    number = float(round(value)) if bounds.whole else value
    most = bounds.most if bounds.most <= bounds.below else bounds.below - 1e-6
    return min(max(number, bounds.least), most)
