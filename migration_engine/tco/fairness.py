"""Whether like stands beside like: between the two sides of a scenario, and between two scenarios."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from operator import attrgetter
from typing import TypeAlias

from migration_engine.tco.fair_keys import ALL_SCENARIOS, BOTH_SIDES, SIZING
from migration_engine.tco.figure import Figure
from migration_engine.tco.idle import idle_because
from migration_engine.tco.listed import neutral_value
from migration_engine.tco.scenario import Scenario, Side

Value: TypeAlias = "float | str | bool | None"

SPEED = "tokens_per_s_per_device"
# Prices of hardware that are further apart than this are prices of different times.
_MONTHS_APART = 12


@dataclass(frozen=True, slots=True)
class Pair:
    """One question of fairness: the key path it is about, and what both say; None is unknown or not said."""

    path: str
    one: Value
    other: Value

    @property
    def is_equal(self) -> bool:
        """Whether both say the same."""
        return self.one == self.other


def of_sides(scenario: Scenario) -> tuple[Pair, ...]:
    """What both sides should share and at least one of them uses; `one` is the GPU side's."""
    return tuple(
        Pair(f"sides.gpu.{key}", _on(scenario, "gpu", key), _on(scenario, "ascend", key))
        for key in BOTH_SIDES
        if _is_asked(scenario, key)
    )


def levels(scenario: Scenario) -> Pair:
    """The service levels at which both throughputs hold, in their own words."""
    return Pair(f"sides.gpu.{SPEED}", scenario.gpu.tokens_per_s_per_device.slo,
                scenario.ascend.tokens_per_s_per_device.slo)  # fmt: skip


def dates(scenario: Scenario) -> Pair:
    """The days of what the hardware of both sides costs, as far as they are told."""
    return Pair("sides.gpu.server_price", _paid(scenario.gpu).date, _paid(scenario.ascend).date)


def are_of_one_time(pair: Pair) -> bool:
    """Whether two dates of prices lie within a year; a date that is not told is taken to."""
    one, other = (_month(str(date or "")) for date in (pair.one, pair.other))
    return one is None or other is None or abs(one - other) <= _MONTHS_APART


def exchange_rates(scenario: Scenario) -> dict[str, tuple[float, ...]]:
    """Every foreign currency that figures were turned from at more than one rate, with the rates."""
    found: dict[str, set[float]] = {}
    for _path, figure in scenario.figures():
        if figure.currency and figure.fx_rate is not None:
            found.setdefault(figure.currency, set()).add(figure.fx_rate)
    return {code: tuple(sorted(rates)) for code, rates in found.items() if len(rates) > 1}


def of_scenarios(base: Scenario, other: Scenario) -> tuple[Pair, ...]:
    """What two scenarios should share and don't; `one` is the base's."""
    return tuple(pair for pair in _shared(base, other) if not pair.is_equal)


def _shared(base: Scenario, other: Scenario) -> Iterator[Pair]:
    for path in ALL_SCENARIOS:
        yield Pair(path, _at(base, path), _at(other, path))
    for name in ("gpu", "ascend"):
        # A side that says nothing of its own differs only where the scenario does, which is told already.
        own = (key for key in SIZING if any(getattr(_side(one, name), key) for one in (base, other)))
        for key in own:
            yield Pair(f"sides.{name}.{key}", _on(base, name, key), _on(other, name, key))
        speeds = [_side(one, name).tokens_per_s_per_device for one in (base, other)]
        yield Pair(f"sides.{name}.{SPEED}", *(speed.slo for speed in speeds))


def _is_asked(scenario: Scenario, key: str) -> bool:
    """Whether the key has an effect on both sides, and at least one says something of its own."""
    if any(idle_because(scenario, f"sides.{name}.{key}") for name in ("gpu", "ascend")):
        return False
    return any(
        value is not None and value != neutral_value(f"sides.{name}.{key}") and value is not False
        for name in ("gpu", "ascend")
        for value in [_on(scenario, name, key)]
    )


def _on(scenario: Scenario, name: str, key: str) -> Value:
    """What counts on a side: its own value, else the scenario's."""
    own = getattr(_side(scenario, name), key)
    return _plain(getattr(scenario, key, None) if own is None else own)


def _at(scenario: Scenario, path: str) -> Value:
    return _plain(attrgetter(path)(scenario))


def _plain(value: object) -> Value:
    if isinstance(value, Figure):
        return value.value
    if isinstance(value, Enum):
        return str(value.value)
    return value if isinstance(value, float | int | str | bool) else None


def _side(scenario: Scenario, name: str) -> Side:
    return scenario.gpu if name == "gpu" else scenario.ascend


def _paid(side: Side) -> Figure:
    return side.rent_per_device_hour if side.is_rented else side.server_price


def _month(date: str) -> int | None:
    """Months since year 0 of a date, or of the middle of a year; None where no year is told."""
    year, _, rest = date.partition("-")
    if not (len(year) == 4 and year.isdigit()):
        return None
    month = rest.partition("-")[0]
    return int(year) * 12 + (int(month) if month.isdigit() else 6)
