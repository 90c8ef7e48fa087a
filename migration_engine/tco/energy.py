"""Electricity: what is drawn, what a kilowatt-hour costs in each month, what the contract asks for."""

from __future__ import annotations

import numpy as np

from migration_engine.tco.numbers import HOURS_PER_MONTH, Array, SideNumbers, some, times
from migration_engine.tco.sizing import Fleet

_JOULES_PER_KWH = 3.6e6


def kwh_of(side: SideNumbers, fleet: Fleet, tokens_per_s: Array) -> Array:
    """Energy at the meter a month, (n, months): by token, by load from idle to busy, or by average draw."""
    hours = side["pue"] * HOURS_PER_MONTH
    idle, busy, joules = (
        side.find(key) for key in ("it_power_kw_idle", "it_power_kw_busy", "joules_per_token")
    )
    if joules is not None:
        standing = 0.0 if idle is None else fleet.servers * idle * hours
        spent = tokens_per_s * 3600 * HOURS_PER_MONTH * joules / _JOULES_PER_KWH
        return np.asarray(spent * side["pue"] + standing)
    if idle is not None and busy is not None:
        return fleet.servers * (idle + (busy - idle) * utilisation(side, fleet, tokens_per_s)) * hours
    return side["it_power_kw_average"] * hours * fleet.servers


def utilisation(side: SideNumbers, fleet: Fleet, tokens_per_s: Array) -> Array:
    """Mean traffic by what all devices of the fleet could do, at most 1; (n, months)."""
    able = fleet.servers * side["devices_per_server"] * side["tokens_per_s_per_device"]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(able == 0, 0.0, np.minimum(tokens_per_s / able, 1.0))


def tariff_of(side: SideNumbers) -> Array:
    """Money per kWh in each month: peak, valley and other hours weighted, less the subsidy while it lasts."""
    on_peak, in_valley = side["tariff_peak_share"], side["tariff_valley_share"]
    price = side["tariff_per_kwh"] * (1 - on_peak - in_valley)
    for share, key in ((on_peak, "tariff_peak_per_kwh"), (in_valley, "tariff_valley_per_kwh")):
        dear = side.find(key)
        price = price if dear is None else price + share * dear
    less, until = side["tariff_subsidy_per_kwh"], side["tariff_subsidy_until_month"]
    if some(less):
        price = price - times(less, np.where(side.all.months <= until, 1.0, 0.0 * until))
    return price + side["levy_per_kwh"]


def demanded_kw(side: SideNumbers, fleet: Fleet) -> Array:
    """The kilowatts that are charged for: nameplate at the meter, at least what the contract says."""
    return np.maximum(fleet.servers * side["it_power_kw_nameplate"] * side["pue"], side["contract_kw"])
