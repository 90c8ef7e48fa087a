"""The figures that each world has for itself: fleet, unit cost, energy, emissions."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from migration_engine.tco.cashflow import World, Worlds
from migration_engine.tco.discount import monthly_rate, payment, present_value
from migration_engine.tco.energy import utilisation
from migration_engine.tco.heads import ALWAYS
from migration_engine.tco.months import known, whole
from migration_engine.tco.numbers import Array, Numbers, SideNumbers
from migration_engine.tco.result import Kept, Sides
from migration_engine.tco.sizing import mean_tokens
from migration_engine.tco.space import racks_of
from migration_engine.tco.unit_cost import unit_costs_of


def sides_of(worlds: Worlds, numbers: Numbers) -> dict[str, Sides]:
    """One figure for each world, by the field of the result."""
    gpu = _figures(worlds.stay, numbers.side("gpu"))
    ascend = _figures(worlds.migrate, numbers.side("ascend"))
    return {key: Sides(gpu[key], ascend[key]) for key in gpu}


def kept_of(worlds: Worlds, numbers: Numbers) -> Kept | None:
    """The GPUs that stay beside Ascend; None where none does."""
    fleet = worlds.migrate.kept
    if fleet is None:
        return None
    devices, servers = (whole(float(count[0, 0])) for count in (fleet.devices, fleet.servers))
    return Kept(devices, servers, known(float(numbers["gpu_kept_share"][0, 0])))


def mean_month(world: World) -> Mapping[str, float | None]:
    """Running cost of a mean month by head; heads without money are left out unless they always show."""
    heads = {
        head: float(money[0, 1:].mean()) if money.shape[1] > 1 else float(money[0, 0])
        for head, money in world.opex.heads.items()
        if head in ALWAYS or np.any(money != 0)
    }
    return {head: known(amount) for head, amount in {**heads, "total": sum(heads.values())}.items()}


def _figures(world: World, side: SideNumbers) -> dict[str, float | None]:
    numbers, racks = side.all, racks_of(side, world.fleet)
    unit = unit_costs_of(world, numbers)
    market = numbers.find("grid_factor_market_kg_per_kwh")
    kwh, emitted = (_a_year(amount) for amount in (world.opex.kwh, world.opex.co2_kg))
    return {
        "servers": whole(float(world.fleet.servers[0, 0])),
        "devices": whole(float(world.fleet.devices[0, 0])),
        "racks": None if racks is None else whole(float(racks[0, 0])),
        "utilisation": known(_utilised(world, side)),
        "kwh_per_year": known(kwh),
        "co2_t_per_year": known(emitted / 1000),
        "co2_market_t_per_year": None if market is None else known(kwh * float(market[0, 0]) / 1000),
        "equivalent_annual_cost": known(_level(world, numbers)),
        "cost_per_million_tokens": known(unit.per_million),
        "levelised_cost_per_million_tokens": known(unit.levelised_per_million),
        "cost_per_request": known(unit.per_request),
        "cost_per_million_input_tokens": known(unit.per_million_input),
        "cost_per_million_output_tokens": known(unit.per_million_output),
    }


def _utilised(world: World, side: SideNumbers) -> float:
    """Mean traffic by what the devices could do, over the months of operation."""
    share = 1 - side.all["gpu_kept_share"] if side.name == "ascend" else 1.0
    return float(utilisation(side, world.fleet, mean_tokens(side.all) * share)[0, 1:].mean())


def _a_year(by_month: Array) -> float:
    return float(by_month[0, 1:].mean()) * 12


def _level(world: World, numbers: Numbers) -> float:
    """The level yearly amount that is worth as much: comparable over horizons of different length."""
    worth = float(present_value(world.total, numbers)[0])
    rate = monthly_rate(float(numbers["wacc_annual"][0, 0]))
    return 12 * payment(rate, float(numbers.months[-1]), worth)
