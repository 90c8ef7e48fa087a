"""The inputs that have a range: what tornado and simulation move."""

from __future__ import annotations

from dataclasses import dataclass

from migration_engine.tco.bounds import Bounds
from migration_engine.tco.figure import Figure
from migration_engine.tco.keys import BY_PATH, OPTIONS
from migration_engine.tco.scenario import Scenario
from migration_engine.tco.unknown import is_used

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


def certain(scenario: Scenario) -> tuple[str, ...]:
    """The key paths of the used inputs that have no range, optional keys apart."""
    stated = (one for one in _known(scenario) if one.path not in OPTIONS)
    return tuple(one.path for one in stated if one.low == one.high)


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
