"""The inputs that have a range: what tornado and simulation move."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from migration_engine.tco.bounds import Bounds
from migration_engine.tco.figure import Figure
from migration_engine.tco.keys import BY_PATH, OPTIONS
from migration_engine.tco.listed import options_in_use
from migration_engine.tco.scenario import Scenario
from migration_engine.tco.unknown import is_used

_TENTH = 0.1
DAYS = "migration.person_days.likely"


@dataclass(frozen=True, slots=True)
class Ranged:
    """A known input between its low and its high; an end that nobody gave is the value itself."""

    path: str
    origin: str
    value: float
    low: float
    high: float

    @property
    def bounds(self) -> Bounds:
        """The values that the input may have at all."""
        return BY_PATH.get(self.path, Bounds())


def ranged(scenario: Scenario) -> tuple[Ranged, ...]:
    """Every used input with a range, in the order of the scenario file."""
    return tuple(one for one in _known(scenario) if one.low < one.high)


def certain(scenario: Scenario) -> tuple[Ranged, ...]:
    """Every used input without a range, but for options left at nothing, between a tenth less and more."""
    idle = OPTIONS.keys() - options_in_use(scenario)
    return tuple(_nudged(one) for one in _known(scenario) if one.low == one.high and one.path not in idle)


def _nudged(one: Ranged) -> Ranged:
    low, high = sorted(one.value * share for share in (1 - _TENTH, 1 + _TENTH))
    bounds = one.bounds
    if bounds.whole:
        low, high = min(round(low), one.value - 1), max(round(high), one.value + 1)
    most = bounds.most if bounds.most <= bounds.below else np.nextafter(bounds.below, 0.0)
    return replace(one, low=max(low, bounds.least), high=min(high, float(most)))


def _known(scenario: Scenario) -> list[Ranged]:
    return [
        Ranged(path, figure.origin, figure.value, *_ends(scenario, path, figure.value, figure))
        for path, figure in scenario.figures()
        if figure.value is not None and is_used(scenario, path)
    ]


def _ends(scenario: Scenario, path: str, value: float, figure: Figure) -> tuple[float, float]:
    days = scenario.migration.person_days
    low, high = figure.low, figure.high
    if path == DAYS:
        low, high = (
            end if given.value is None else given.value for given, end in ((days.low, low), (days.high, high))
        )
    return value if low is None else low, value if high is None else high
