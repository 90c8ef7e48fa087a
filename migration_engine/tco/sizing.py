"""How many devices and servers each side needs for the peak, month by month."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from migration_engine.tco.numbers import Array, Numbers, SideNumbers, ahead

# Dividing by 0.7 and the like leaves 10.000000000000002 where ten devices are exactly enough.
_NOISE = 1e-12
NO_LOAD = np.zeros((1, 1))
_GROWTH = frozenset({"demand.growth_annual"})
_MEAN = _GROWTH | {"demand.mean_tokens_per_s"}


@dataclass(frozen=True, slots=True)
class Fleet:
    """Devices that the peak needs, servers that stand, servers bought; (n, months), NaN where unknown."""

    devices: Array
    servers: Array
    bought: Array


@dataclass(frozen=True, slots=True)
class Need:
    """Instances that the peak asks for before rounding, (n, months): answering, and reading prompts apart."""

    answering: Array
    reading: Array


def fleet_of(side: SideNumbers, share: Array, *, whole: bool = True) -> Fleet:
    """The fleet that carries `share` of the demand; servers once bought stay.

    With `whole` False devices and servers may be cut: the continuous case of the break-even.
    """
    need = need_of(side, share)
    rounded = up if whole else _as_it_is
    instances = rounded(need.answering) + rounded(need.reading)
    devices = instances * side["devices_per_instance"]
    spare = side.own("redundancy_servers") * side.all["sites"]
    servers = np.maximum.accumulate(rounded(devices / side["devices_per_server"]) + spare, axis=1)
    ordered = ahead(servers, side["lead_time_months"])
    return Fleet(devices, servers, _bought(ordered))


def _bought(ordered: Array) -> Array:
    bought = ordered.copy()
    bought[:, 1:] -= ordered[:, :-1]
    return bought


def need_of(side: SideNumbers, share: Array) -> Need:
    """Peak by what one instance does under headroom; both grow with the demand."""
    numbers = side.all
    growing = share * grown(numbers)
    usable = 1 - side.own("headroom")
    return Need(
        growing * peak(numbers) / (instance_rate(side) * usable),
        _reading(side, growing, usable),
    )


def grown(numbers: Numbers) -> Array:
    """The demand of each month as a multiple of month 0's."""
    return numbers.once("growth", _GROWTH, lambda: _grown(numbers["demand.growth_annual"], numbers.months))


def _grown(annual: Array, months: Array) -> Array:
    times: Array = (1 + annual) ** (months / 12)
    return times


def mean_tokens(numbers: Numbers) -> Array:
    """Mean tokens a second in each month."""
    return numbers.once("mean tokens", _MEAN, lambda: numbers["demand.mean_tokens_per_s"] * grown(numbers))


def peak(numbers: Numbers) -> Array:
    """The load that instances are counted by: requests a second where they are known, else tokens."""
    requests = numbers.find("demand.requests_per_day")
    if requests is None:
        return numbers["demand.peak_tokens_per_s"]
    return requests * numbers["demand.peak_hour_share"] / 3600


def instance_rate(side: SideNumbers) -> Array:
    """What one instance does of that load a second, at the service level."""
    if side.all.find("demand.requests_per_day") is not None:
        return side["requests_per_s_per_instance"]
    return side["tokens_per_s_per_device"] * side["devices_per_instance"]


def _reading(side: SideNumbers, growing: Array, usable: Array) -> Array:
    rate = side.find("prefill_tokens_per_s_per_device")
    if rate is None:
        return NO_LOAD
    load = growing * side.all["demand.prefill_peak_tokens_per_s"]
    return load / (rate * side["devices_per_instance"] * usable)


def up(number: Array) -> Array:
    """The next whole number; unknown stays unknown."""
    return np.ceil(number * (1 - _NOISE))


def _as_it_is(number: Array) -> Array:
    return number
