"""Which inputs a register or a workbook lists: all but the options that a scenario leaves alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache

from migration_engine.tco import keys
from migration_engine.tco.figure import Figure
from migration_engine.tco.scenario import Demand, Migration, Scenario, Side

_GROUPS = {
    "": Scenario,
    "demand.": Demand,
    "migration.": Migration,
    "sides.gpu.": Side,
    "sides.ascend.": Side,
}


def listed(scenario: Scenario) -> Iterator[tuple[str, Figure]]:
    """Every figure with its key path, apart from options at their neutral value."""
    neutral = _neutral()
    return ((path, figure) for path, figure in scenario.figures() if figure != neutral.get(path))


def options_in_use(scenario: Scenario) -> frozenset[str]:
    """The key paths of the options that are not neutral."""
    return frozenset(path for path, _ in listed(scenario) if path in keys.OPTIONS)


def neutral_value(path: str) -> float | None:
    """What holds where an option is left out; None where it is then switched off."""
    figure = _neutral().get(path)
    return figure.value if figure else None


@cache
def _neutral() -> dict[str, Figure]:
    return {
        prefix + entry.name: entry.default
        for prefix, group in _GROUPS.items()
        for entry in fields(group)
        if isinstance(entry.default, Figure) and entry.default.value is not None
    }
