"""What one side costs to run, month by month and head by head; all positive."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from migration_engine.tco.energy import demanded_kw, kwh_of, tariff_of
from migration_engine.tco.heads import RUNNING
from migration_engine.tco.numbers import HOURS_PER_MONTH, Array, SideNumbers, delayed, times
from migration_engine.tco.scenario import LicenceUnit
from migration_engine.tco.sizing import Fleet
from migration_engine.tco.space import rack_cost_of

_NOTHING = np.zeros((1, 1))
_ALL = np.ones((1, 1))


@dataclass(frozen=True, slots=True)
class Team:
    """The part of the demand whose fleet a team runs, and how many more posts two platforms at once take."""

    carried: Array
    uplift: Array


WHOLE_TEAM = Team(_ALL, _NOTHING)


@dataclass(frozen=True, slots=True)
class Opex:
    """Money by running head, energy at the meter and its emissions; (n, months), nothing in month 0.

    Energy and emissions are NaN for rented devices without a figure for their power.
    """

    heads: Mapping[str, Array]
    kwh: Array
    co2_kg: Array

    @property
    def total(self) -> Array:
        """What leaves the account in each month."""
        return np.asarray(sum(self.heads.values()))


def opex_of(side: SideNumbers, fleet: Fleet, tokens_per_s: Array, team: Team = WHOLE_TEAM) -> Opex:
    """The running cost of a fleet that serves `tokens_per_s` in the mean and is run by a team or its part."""
    kwh = kwh_of(side, fleet, tokens_per_s)
    price, servers = side["server_price"], fleet.servers
    costs = {
        "electricity": kwh * tariff_of(side) if side.pays_power else _NOTHING,
        "rack": _NOTHING if side.is_hosted else rack_cost_of(side, fleet),
        "support": _NOTHING
        if side.is_rented
        else side["support_annual_share"] * price * delayed(servers, side["warranty_months"]) / 12,
        "licence": side["licence_annual"] * _licensed_units(side, servers) / 12,
        "staff": _staff(side, servers, team),
        **_options(side, fleet, kwh),
    }
    running = side.all.running
    heads = {head: np.where(running, costs[head], 0.0) if head in costs else _NOTHING for head in RUNNING}
    metered = np.where(running, _metered(side, kwh), 0.0)
    return Opex(heads, metered, metered * side.own("grid_factor_kg_per_kwh"))


def _options(side: SideNumbers, fleet: Fleet, kwh: Array) -> dict[str, Array]:
    """The heads that cost something only where the scenario says so; what they multiply may be unknown."""
    paid = {"demand_charge": side.pays_power, "spares": not side.is_rented}
    optional: dict[str, tuple[Array, Callable[[], Array | float]]] = {
        "demand_charge": (side["demand_charge_per_kw_month"], partial(demanded_kw, side, fleet)),
        "network": (side["network_per_month"], lambda: 1.0),
        "spares": (side["failure_rate_annual"], partial(_failing, side, fleet)),
        "rent": (side["rent_per_device_hour"], partial(_device_hours, side, fleet)),
        "carbon": (side.all["carbon_price_per_t"], lambda: kwh * side.own("grid_factor_kg_per_kwh") / 1000),
    }
    return {
        head: times(rate, amount())
        for head, (rate, amount) in optional.items()
        if rate.any() and paid.get(head, True)
    }


def _failing(side: SideNumbers, fleet: Fleet) -> Array:
    return side["spares_uncovered_share"] * side["server_price"] * fleet.servers / 12


def _device_hours(side: SideNumbers, fleet: Fleet) -> Array:
    return fleet.servers * side["devices_per_server"] * HOURS_PER_MONTH


def _metered(side: SideNumbers, kwh: Array) -> Array:
    """Energy as far as it is known: whoever rents pays for none and is told of none, yet some is drawn."""
    return np.where((side["rent_per_device_hour"] != 0) & (kwh == 0), np.nan, kwh)


def joined(one: Opex, other: Opex) -> Opex:
    """Two fleets that run side by side."""
    heads = {head: cost + other.heads[head] for head, cost in one.heads.items()}
    return Opex(heads, one.kwh + other.kwh, one.co2_kg + other.co2_kg)


def only_where(wanted: Array, opex: Opex) -> Opex:
    """The same where `wanted`, nothing elsewhere."""
    heads = {head: np.where(wanted, cost, 0.0) for head, cost in opex.heads.items()}
    return Opex(heads, np.where(wanted, opex.kwh, 0.0), np.where(wanted, opex.co2_kg, 0.0))


def _licensed_units(side: SideNumbers, servers: Array) -> Array:
    paying = delayed(servers, side["licence_bundled_months"])
    if side.licence_unit is LicenceUnit.SITE:
        return np.where(np.isnan(paying), paying, np.minimum(np.sign(paying), 1.0))
    if side.licence_unit is LicenceUnit.SERVER:
        return paying
    # Vendors license every device in the box, used or spare.
    devices = paying * side["devices_per_server"]
    return devices * side["dies_per_device"] if side.licence_unit is LicenceUnit.DIE else devices


def _staff(side: SideNumbers, servers: Array, team: Team) -> Array:
    """Posts by servers follow the fleet; posts as such and their floor are shared by what a fleet carries."""
    by_post = side.find("servers_per_fte")
    posts = side["fte"] * team.carried if by_post is None else servers / by_post
    posts = np.maximum(posts, side["fte_floor"] * team.carried) * side["staff_share"] * (1 + team.uplift)
    months = side["staff_uplift_months"]
    learning = times(side["staff_uplift_share"], np.where(side.all.months <= months, 1.0, 0.0 * months))
    a_year: Array = posts * side["fte_annual_cost"] * side["staff_loading"] * (1 + learning)
    return a_year / 12
