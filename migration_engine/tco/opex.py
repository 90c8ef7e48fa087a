"""What one side costs to run, month by month and head by head; all positive."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TypeAlias

import numpy as np

from migration_engine.tco.energy import demanded_kw, kwh_of, tariff_of
from migration_engine.tco.heads import RUNNING
from migration_engine.tco.numbers import HOURS_PER_MONTH, Array, SideNumbers, delayed, some, times
from migration_engine.tco.scenario import LicenceUnit
from migration_engine.tco.sizing import Fleet
from migration_engine.tco.space import rack_cost_of

NOTHING = np.zeros((1, 1))
_ALL = np.ones((1, 1))


@dataclass(frozen=True, slots=True)
class Team:
    """The part of the demand whose fleet a team runs, and how many more posts two platforms at once take."""

    carried: Array
    uplift: Array


WHOLE_TEAM = Team(_ALL, NOTHING)


Meter: TypeAlias = tuple[Array, Array]
"""Energy at the meter and its emissions."""


@dataclass(frozen=True)
class Opex:
    """Money by running head, energy at the meter (kWh) and its emissions; (n, months), nothing in month 0.

    Energy and emissions are NaN for rented devices without a figure for their power; `measure` gives them,
    because most of what is tried never asks.
    """

    heads: Mapping[str, Array]
    measure: Callable[[], Meter]

    @cached_property
    def total(self) -> Array:
        """What leaves the account in each month."""
        return added(self.heads.values())

    @cached_property
    def _meter(self) -> Meter:
        return self.measure()

    @property
    def kwh(self) -> Array:
        """Energy at the meter."""
        return self._meter[0]

    @property
    def co2_kg(self) -> Array:
        """What it emits."""
        return self._meter[1]


def added(amounts: Iterable[Array]) -> Array:
    """The sum; heads that cost nothing at all take no time."""
    return np.asarray(sum((amount for amount in amounts if amount is not NOTHING), NOTHING))


def opex_of(side: SideNumbers, fleet: Fleet, tokens_per_s: Array, team: Team = WHOLE_TEAM) -> Opex:
    """The running cost of a fleet that serves `tokens_per_s` in the mean and is run by a team or its part."""
    kwh = kwh_of(side, fleet, tokens_per_s)
    price, servers = side["server_price"], fleet.servers
    costs = {
        "electricity": kwh * tariff_of(side) if side.pays_power else NOTHING,
        "rack": NOTHING if side.is_hosted else rack_cost_of(side, fleet),
        "support": NOTHING
        if side.is_rented
        else side["support_annual_share"] * price / 12 * delayed(servers, side["warranty_months"]),
        "licence": side["licence_annual"] / 12 * _licences_of_a_server(side) * _licensed(side, servers),
        "staff": _staff(side, servers, team),
        **_options(side, fleet, kwh),
    }
    heads = {head: _since_month_1(side, costs[head]) if head in costs else NOTHING for head in RUNNING}
    return Opex(heads, partial(_measured, side, kwh))


def _since_month_1(side: SideNumbers, cost: Array) -> Array:
    """The cost with nothing in month 0; one of every month its own is overwritten there."""
    if cost is NOTHING or cost.shape[1] == 1:
        return cost if cost is NOTHING else np.where(side.all.running, cost, 0.0)
    cost[:, 0] = 0.0
    return cost


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
        if some(rate) and paid.get(head, True)
    }


def _failing(side: SideNumbers, fleet: Fleet) -> Array:
    return side["spares_uncovered_share"] * side["server_price"] / 12 * fleet.servers


def _device_hours(side: SideNumbers, fleet: Fleet) -> Array:
    return side["devices_per_server"] * HOURS_PER_MONTH * fleet.servers


def _measured(side: SideNumbers, kwh: Array) -> Meter:
    """Energy as far as it is known: whoever rents pays for none and is told of none, yet some is drawn."""
    known = np.where((side["rent_per_device_hour"] != 0) & (kwh == 0), np.nan, kwh)
    metered = np.where(side.all.running, known, 0.0)
    return metered, metered * side.own("grid_factor_kg_per_kwh")


def joined(one: Opex, other: Opex) -> Opex:
    """Two fleets that run side by side."""
    heads = {head: cost + other.heads[head] for head, cost in one.heads.items()}
    return Opex(heads, lambda: (one.kwh + other.kwh, one.co2_kg + other.co2_kg))


def only_where(wanted: Array, opex: Opex) -> Opex:
    """The same where `wanted`, nothing elsewhere."""
    heads = {head: np.where(wanted, cost, 0.0) for head, cost in opex.heads.items()}
    return Opex(heads, lambda: (np.where(wanted, opex.kwh, 0.0), np.where(wanted, opex.co2_kg, 0.0)))


def _licensed(side: SideNumbers, servers: Array) -> Array:
    """Servers whose bundled licence has run out; with a licence for the site, whether there are any."""
    paying = delayed(servers, side["licence_bundled_months"])
    if side.licence_unit is LicenceUnit.SITE:
        return np.where(np.isnan(paying), paying, np.minimum(np.sign(paying), 1.0))
    return paying


def _licences_of_a_server(side: SideNumbers) -> Array:
    """Vendors license every device in the box, used or spare."""
    if side.licence_unit in (LicenceUnit.SITE, LicenceUnit.SERVER):
        return _ALL
    devices = side["devices_per_server"]
    return devices * side["dies_per_device"] if side.licence_unit is LicenceUnit.DIE else devices


def _staff(side: SideNumbers, servers: Array, team: Team) -> Array:
    """Posts by servers follow the fleet; posts as such and their floor are shared by what a fleet carries."""
    by_post = side.find("servers_per_fte")
    posts = side["fte"] * team.carried if by_post is None else servers / by_post
    posts = np.maximum(posts, side["fte_floor"] * team.carried) * side["staff_share"] * (1 + team.uplift)
    cost: Array = posts * (side["fte_annual_cost"] * side["staff_loading"] / 12)
    more, months = side["staff_uplift_share"], side["staff_uplift_months"]
    if not some(more):
        return cost
    return cost * (1 + times(more, np.where(side.all.months <= months, 1.0, 0.0 * months)))
