"""What one side costs to run for a month, line by line."""

from __future__ import annotations

from dataclasses import astuple, dataclass

from migration_engine.tco.scenario import LicenceUnit, Side

HOURS_PER_MONTH = 730


@dataclass(frozen=True, slots=True)
class Opex:
    """Money per month by cost head, all positive."""

    electricity: float
    rack: float
    support: float
    licence: float
    staff: float

    @property
    def total(self) -> float:
        """What leaves the account in a month."""
        return float(sum(astuple(self)))


def opex_of(side: Side, servers: float) -> Opex:
    """The monthly running cost of `servers` servers; the number may be fractional for break-evens."""
    price = side.server_price.number
    return Opex(
        electricity=kwh_per_month(side, servers) * side.tariff_per_kwh.number,
        rack=servers * side.it_power_kw_nameplate.number * side.rack_per_kw_month.number,
        support=side.support_annual_share.number * price * servers / 12,
        licence=side.licence_annual.number * _licensed_units(side, servers) / 12,
        staff=side.fte.number * side.fte_annual_cost.number / 12,
    )


def kwh_per_month(side: Side, servers: float) -> float:
    """Energy at the meter: average IT power times PUE, around the clock."""
    return servers * side.it_power_kw_average.number * side.pue.number * HOURS_PER_MONTH


def _licensed_units(side: Side, servers: float) -> float:
    if side.licence_unit is LicenceUnit.SITE:
        return 1.0
    if side.licence_unit is LicenceUnit.SERVER:
        return servers
    # Vendors license every device in the box, used or spare.
    return servers * side.devices_per_server.number
