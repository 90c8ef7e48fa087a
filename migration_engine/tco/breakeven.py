"""At which measured throughput ratio (Ascend to GPU, per device) migrating breaks even."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan

from migration_engine.tco.cashflow import migrating, present_value
from migration_engine.tco.scenario import Scenario
from migration_engine.tco.sizing import Size

# A chart with more steps than this says nothing; those around the present fleet matter.
_MOST_STEPS = 60


@dataclass(frozen=True, slots=True)
class Step:
    """From this ratio on, this many Ascend servers do, with this NPV difference."""

    servers: int
    ratio_from: float
    npv_difference: float


@dataclass(frozen=True, slots=True)
class Breakeven:
    """The ratio for fractional servers, and what whole servers make of it."""

    fractional: float | None
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """NPV of migrating as a straight line over the number of Ascend servers."""

    fixed: float
    per_server: float

    def at(self, servers: float) -> float:
        return self.fixed + self.per_server * servers


def breakeven_of(scenario: Scenario, gpu: Size, ascend: Size, npv_stay: float) -> Breakeven:
    """Closed form and staircase; both empty where an input is unknown or there is no demand."""
    if not scenario.demand.peak_tokens_per_s.number > 0:
        return Breakeven(None, ())
    line = _line(scenario, gpu)
    if isnan(line.at(1) - npv_stay) or isnan(ascend.servers):
        return Breakeven(None, ())
    return Breakeven(_fractional(scenario, line, npv_stay), _steps(scenario, line, ascend, npv_stay))


def _line(scenario: Scenario, gpu: Size) -> _Line:
    rate = scenario.wacc_annual.number
    none, one = (present_value(migrating(scenario, gpu.servers, servers), rate) for servers in (0, 1))
    return _Line(none, one - none)


def _fractional(scenario: Scenario, line: _Line, npv_stay: float) -> float | None:
    if line.per_server >= 0:
        return None
    affordable = (npv_stay - line.fixed) / line.per_server - scenario.redundancy_servers.number
    # Not even the spare servers are paid for: no ratio is high enough.
    return _ratio_for(scenario, affordable) if affordable > 0 else None


def _steps(scenario: Scenario, line: _Line, ascend: Size, npv_stay: float) -> tuple[Step, ...]:
    spare = int(scenario.redundancy_servers.number)
    serving = max(1, int(ascend.servers) - spare)
    first = max(1, serving - _MOST_STEPS // 2)
    last = min(first + _MOST_STEPS - 1, serving * 2)
    return tuple(
        Step(count + spare, _ratio_for(scenario, count), line.at(count + spare) - npv_stay)
        for count in range(last, first - 1, -1)
    )


def _ratio_for(scenario: Scenario, servers: float) -> float:
    """The ratio at which `servers` serving Ascend servers carry exactly the peak."""
    usable = scenario.gpu.tokens_per_s_per_device.number * (1 - scenario.headroom.number)
    capacity = servers * scenario.ascend.devices_per_server.number * usable
    return scenario.demand.peak_tokens_per_s.number / capacity
