"""How many devices and servers each side needs for the peak."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, isnan

from migration_engine.tco.scenario import Scenario, Side

# Dividing by 0.7 and the like leaves 10.000000000000002 where ten devices are exactly enough.
_NOISE = 1e-12


@dataclass(frozen=True, slots=True)
class Size:
    """Devices that the peak needs, and servers bought for them; NaN where an input is unknown."""

    devices: float
    servers: float


def size_of(scenario: Scenario, side: Side) -> Size:
    """The side's fleet: whole devices for the peak under headroom, whole servers, plus the spare ones."""
    usable = side.tokens_per_s_per_device.number * (1 - scenario.headroom.number)
    devices = whole(scenario.demand.peak_tokens_per_s.number / usable)
    spare = scenario.redundancy_servers.number
    return Size(devices, whole(devices / side.devices_per_server.number) + spare)


def whole(number: float) -> float:
    """The next whole number up; unknown stays unknown."""
    return number if isnan(number) else float(ceil(number * (1 - _NOISE)))
