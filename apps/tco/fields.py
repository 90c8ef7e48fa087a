"""The inputs of a scenario as a form shows them: grouped, named, with their units."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = Promise | str

PERCENT = "%"


@dataclass(frozen=True, slots=True)
class Row:
    """One quantity: its key (below a side, or the whole path), label and unit."""

    key: str
    label: Words
    unit: Words = ""

    @property
    def is_share(self) -> bool:
        """Tell whether people write it in per cent."""
        return self.unit == PERCENT


@dataclass(frozen=True, slots=True)
class Group:
    """Quantities that belong together."""

    title: Words
    rows: tuple[Row, ...]


SIDES = (("gpu", _("Stay on GPU")), ("ascend", _("Migrate to Ascend")))

# {currency} is filled in when the form is shown.
SIDE_ROWS = (
    Row("tokens_per_s_per_device", _("Throughput of one device at the service level"), _("tokens/s")),
    Row("devices_per_server", _("Devices in a server")),
    Row("server_price", _("Price of a server"), "{currency}"),
    Row("it_power_kw_average", _("Average power of a server"), "kW"),
    Row("it_power_kw_nameplate", _("Nameplate power of a server"), "kW"),
    Row("pue", _("PUE of the data centre")),
    Row("tariff_per_kwh", _("Electricity tariff"), "{currency}/kWh"),
    Row("rack_per_kw_month", _("Rack space"), _("{currency} per kW and month")),
    Row("support_annual_share", _("Hardware support a year, of the list price"), PERCENT),
    Row("licence_annual", _("Software licence, per unit and year"), "{currency}"),
    Row("licence_unit", _("A licence is counted per")),
    Row("fte", _("Operations staff"), _("full-time posts")),
    Row("fte_annual_cost", _("Cost of one post a year"), "{currency}"),
    Row("residual_share", _("Value left at the horizon, of the price"), PERCENT),
    Row("resale_share", _("Resale value of owned GPUs, of the price"), PERCENT),
    Row("resale_month", _("Month of the resale")),
)
GPU_ONLY = frozenset({"resale_share", "resale_month"})

GROUPS = (
    Group(
        _("Comparison"),
        (
            Row("case", _("Starting point")),
            Row("horizon_months", _("Horizon"), _("months")),
            Row("wacc_annual", _("Cost of capital a year"), PERCENT),
            Row("currency", _("Currency of all amounts")),
            Row("grid_factor_kg_per_kwh", _("Emission factor of the grid"), _("kg CO₂/kWh")),
        ),
    ),
    Group(
        _("Demand"),
        (
            Row("demand.peak_tokens_per_s", _("Peak demand"), _("tokens/s")),
            Row("demand.mean_tokens_per_s", _("Mean demand"), _("tokens/s")),
            Row("headroom", _("Headroom kept free at the peak"), PERCENT),
            Row("redundancy_servers", _("Spare servers"), _("servers")),
        ),
    ),
    Group(
        _("Migration, once"),
        (
            Row("migration.person_days.low", _("Work, low"), _("person-days")),
            Row("migration.person_days.likely", _("Work, likely"), _("person-days")),
            Row("migration.person_days.high", _("Work, high"), _("person-days")),
            Row("migration.day_rate", _("Cost of a person-day"), "{currency}"),
            Row("migration.contingency", _("Contingency on the work"), PERCENT),
            Row("migration.training", _("Training"), "{currency}"),
            Row("migration.other_one_off", _("Other one-off cost"), "{currency}"),
            Row("dual_run_months", _("Months in which both environments run"), _("months")),
        ),
    ),
)


def side_paths() -> dict[str, Row]:
    """Return the rows of both sides by their whole key paths."""
    return {
        f"sides.{side}.{row.key}": row
        for side, _title in SIDES
        for row in SIDE_ROWS
        if side == "gpu" or row.key not in GPU_ONLY
    }


def rows_by_path() -> dict[str, Row]:
    """Return every row that the form shows, by its whole key path."""
    return {row.key: row for group in GROUPS for row in group.rows} | side_paths()
