"""Which keys must say the same for a comparison to be fair, and which may differ, with the reason.

Every key stands in exactly one of the two lists of each kind; a test holds that.
"""

from __future__ import annotations

from collections.abc import Mapping

from migration_engine.tco.keys import listed_in
from migration_engine.text import Text

SIZING = ("headroom", "redundancy_servers")
"""How generously a fleet is sized: a side may have a value of its own, or take the scenario's."""

BOTH_SIDES = (
    *SIZING,
    *listed_in(
        "pue tariff_peak_share tariff_valley_share levy_per_kwh demand_charge_per_kw_month rack_per_kw_month "
        "rack_includes_power rack_per_rack_month rack_usable_units rack_kw rack_derate support_annual_share "
        "spares_uncovered_share fte_annual_cost fte_floor staff_loading price_escalation_share "
        "grid_factor_kg_per_kwh"
    ),
)
"""Keys of a side that should say the same on both, unless somebody can say why not."""

_DEVICE = Text("belongs to the device", "取决于设备本身")
_OFFER = Text("is what each vendor offers", "取决于各供应商的报价")
_MARKET = Text("is each market's own", "取决于各自的市场")
_SUBSIDY = Text("power may be subsidised for one kind of chip", "电价补贴可能只适用于某类芯片")
_TEAM = Text("is what each platform asks of a team", "取决于各平台所需的人力")

_FREE_BY_SIDE = {
    _DEVICE: "tokens_per_s_per_device prefill_tokens_per_s_per_device requests_per_s_per_instance "
    "devices_per_server devices_per_instance dies_per_device it_power_kw_average it_power_kw_nameplate "
    "it_power_kw_idle it_power_kw_busy joules_per_token rack_units_per_server failure_rate_annual "
    "contract_kw",
    _OFFER: "server_price rent_per_device_hour rent_without_hosting licence_annual licence_unit "
    "licence_bundled_months warranty_months lead_time_months network_per_month",
    _MARKET: "residual_share resale_share resale_month price_decline_annual",
    _SUBSIDY: "tariff_per_kwh tariff_peak_per_kwh tariff_valley_per_kwh tariff_subsidy_per_kwh "
    "tariff_subsidy_until_month",
    _TEAM: "fte servers_per_fte staff_share staff_uplift_share staff_uplift_months",
}
FREE_OF_SIDES: Mapping[str, Text] = {
    key: why for why, keys in _FREE_BY_SIDE.items() for key in listed_in(keys)
}
"""Keys that each side has for itself; a throughput must still hold at the same service level."""

ALL_SCENARIOS = listed_in(
    "currency horizon_months wacc_annual discounting terminal_value tax_rate depreciation_months sites "
    "carbon_price_per_t grid_factor_kg_per_kwh grid_factor_market_kg_per_kwh headroom redundancy_servers "
    "demand.peak_tokens_per_s demand.mean_tokens_per_s demand.growth_annual demand.requests_per_day "
    "demand.peak_hour_share demand.prefill_peak_tokens_per_s demand.input_tokens_per_request "
    "demand.output_tokens_per_request demand.output_token_weight simulation.draws simulation.seed "
    "simulation.distribution"
)
"""Keys that scenarios must share before their answers are set beside each other."""

_ASKED = Text("is what a scenario may ask", "正是情景要探讨的问题")
_WORK = Text("is how the move itself is planned", "取决于迁移本身的安排")

_FREE_BY_SCENARIO = {
    _ASKED: "case gpu_kept_share gpu_kept_staff_uplift_share",
    _WORK: "dual_run_months dual_run_shifted_share rollback_probability rollback_extra_months "
    "migration.person_days.low migration.person_days.likely migration.person_days.high migration.day_rate "
    "migration.training migration.other_one_off migration.contingency migration.external_support "
    "migration.test_hardware migration.data_gb migration.data_per_gb migration.contract_exit",
}
FREE_OF_SCENARIOS: Mapping[str, Text] = {
    path: why for why, paths in _FREE_BY_SCENARIO.items() for path in listed_in(paths)
} | {
    f"sides.{side}.{key}": _ASKED
    for side in ("gpu", "ascend")
    for key in (*BOTH_SIDES, *FREE_OF_SIDES)
    if key not in SIZING
}
"""Keys that scenarios may differ in; how each side is sized is compared between scenarios too."""
