"""The inputs of a scenario as a form shows them: grouped, with the engine's names and units."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _

from apps.core.templatetags.texts import in_language
from migration_engine.tco.labels import LABELS, PERCENT
from migration_engine.tco.labels import SIDES as SIDE_NAMES

Words = Promise | str

__all__ = [
    "GROUPS",
    "PERCENT",
    "SETTINGS",
    "SIDES",
    "SIDE_GROUPS",
    "Group",
    "Row",
    "Words",
    "rows_by_path",
    "unit_in",
]

_words = lazy(in_language, str)


@dataclass(frozen=True, slots=True)
class Row:
    """One quantity: its key (below a side, or the whole path), label and unit."""

    key: str
    label: Words
    unit: Words = ""

    @property
    def is_share(self) -> bool:
        """Tell whether people write it in per cent."""
        return str(self.unit) == PERCENT


@dataclass(frozen=True, slots=True)
class Group:
    """Quantities that belong together; those of an optional group may all be left empty."""

    title: Words
    rows: tuple[Row, ...]
    is_optional: bool = False


def unit_in(row: Row, currency: str) -> str:
    """Return the unit with amounts in the scenario's currency."""
    return str(row.unit).replace("{currency}", currency)


def _row(key: str, prefix: str = "") -> Row:
    label = LABELS[prefix + key]
    return Row(key, _words(label.name), _words(label.unit))


def _group(title: Words, keys: str, *, is_optional: bool = False) -> Group:
    return Group(title, tuple(map(_row, keys.split())), is_optional)


def _side_group(title: Words, keys: str, *, is_optional: bool = True) -> Group:
    return Group(title, tuple(_row(key, "sides.gpu.") for key in keys.split()), is_optional)


SIDES = tuple((side, _words(name)) for side, name in SIDE_NAMES.items())
GPU_ONLY = frozenset({"resale_share", "resale_month"})

GROUPS = (
    _group(_("Comparison"), "case horizon_months wacc_annual currency grid_factor_kg_per_kwh"),
    _group(
        _("Demand"),
        "demand.peak_tokens_per_s demand.mean_tokens_per_s demand.growth_annual headroom redundancy_servers",
    ),
    _group(
        _("Migration, once"),
        "migration.person_days.low migration.person_days.likely migration.person_days.high "
        "migration.day_rate migration.contingency migration.training migration.other_one_off dual_run_months",
    ),
    _group(
        _("More one-off cost"),
        "migration.external_support migration.test_hardware migration.data_gb migration.data_per_gb "
        "migration.contract_exit dual_run_shifted_share rollback_probability rollback_extra_months",
        is_optional=True,
    ),
    _group(
        _("Requests"),
        "demand.requests_per_day demand.peak_hour_share demand.prefill_peak_tokens_per_s "
        "demand.input_tokens_per_request demand.output_tokens_per_request demand.output_token_weight",
        is_optional=True,
    ),
    _group(
        _("Finance and carbon"),
        "discounting terminal_value tax_rate depreciation_months sites gpu_kept_share "
        "gpu_kept_staff_uplift_share carbon_price_per_t grid_factor_market_kg_per_kwh",
        is_optional=True,
    ),
    Group(
        _("Simulation"),
        (
            Row("simulation.draws", _("Draws")),
            Row("simulation.seed", _("Seed")),
            Row("simulation.distribution", _("Draws between low and high")),
        ),
        is_optional=True,
    ),
)

SIDE_GROUPS = (
    _side_group(
        _("Figures of both sides"),
        "tokens_per_s_per_device devices_per_server server_price it_power_kw_average "
        "it_power_kw_nameplate pue tariff_per_kwh rack_per_kw_month support_annual_share licence_annual "
        "licence_unit fte fte_annual_cost residual_share resale_share resale_month",
        is_optional=False,
    ),
    _side_group(
        _("Fleet and later purchases"),
        "headroom redundancy_servers devices_per_instance requests_per_s_per_instance "
        "prefill_tokens_per_s_per_device dies_per_device price_decline_annual price_escalation_share "
        "lead_time_months rent_per_device_hour rent_without_hosting",
    ),
    _side_group(
        _("Power and tariff"),
        "it_power_kw_idle it_power_kw_busy joules_per_token tariff_peak_per_kwh tariff_peak_share "
        "tariff_valley_per_kwh tariff_valley_share tariff_subsidy_per_kwh tariff_subsidy_until_month "
        "levy_per_kwh demand_charge_per_kw_month contract_kw grid_factor_kg_per_kwh",
    ),
    _side_group(
        _("Racks and network"),
        "rack_per_rack_month rack_units_per_server rack_usable_units rack_kw rack_derate network_per_month "
        "rack_includes_power",
    ),
    _side_group(
        _("Support, licence and staff"),
        "warranty_months failure_rate_annual spares_uncovered_share licence_bundled_months fte_floor "
        "servers_per_fte staff_share staff_loading staff_uplift_share staff_uplift_months",
    ),
)


SETTINGS: dict[str, Words] = {
    "simulation.correlations": _("Figures that move together"),
    "simulation.exchange_rates": _("Exchange rates"),
    "simulation.days": _("Work by layer"),
    "simulation.days_correlation": _("How far the work of two layers moves together"),
}
"""What the simulation knows beside the rows, with the name that a page calls it by."""


def side_paths() -> dict[str, Row]:
    """Return the rows of both sides by their whole key paths."""
    return {
        f"sides.{side}.{row.key}": row
        for group in SIDE_GROUPS
        for row in group.rows
        for side, _title in SIDES
        if side == "gpu" or row.key not in GPU_ONLY
    }


@cache
def rows_by_path() -> dict[str, Row]:
    """Return every row that the form shows, by its whole key path."""
    return {row.key: row for group in GROUPS for row in group.rows} | side_paths()
