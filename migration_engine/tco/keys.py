"""Every numeric key of a scenario and the values it may have.

What holds when an optional key is left out stands in `scenario`, as the default of its field.
"""

from __future__ import annotations

from migration_engine.tco.bounds import AMOUNT, COUNT, POWER, RATE, SHARE, Bounds

_MONTH = Bounds(most=120, whole=True)


def listed_in(text: str) -> tuple[str, ...]:
    """The keys that a text lists, with spaces between them."""
    return tuple(text.split())


HORIZON = Bounds(least=1, most=120, whole=True)

SCENARIO = {
    "wacc_annual": SHARE,
    "dual_run_months": _MONTH,
    "headroom": Bounds(below=1),
    "redundancy_servers": COUNT,
    "grid_factor_kg_per_kwh": Bounds(most=10),
}
DEMAND = {
    "peak_tokens_per_s": Bounds(most=1e12),
    "mean_tokens_per_s": Bounds(most=1e12),
}
PERSON_DAYS = {"low": AMOUNT, "likely": AMOUNT, "high": AMOUNT}
MIGRATION = {
    "day_rate": AMOUNT,
    "training": AMOUNT,
    "other_one_off": AMOUNT,
    "contingency": Bounds(most=5),
}
SIDE = {
    "tokens_per_s_per_device": RATE,
    "devices_per_server": Bounds(least=1, most=10_000, whole=True),
    "server_price": AMOUNT,
    "residual_share": SHARE,
    "resale_share": SHARE,
    "resale_month": _MONTH,
    "it_power_kw_average": POWER,
    "it_power_kw_nameplate": POWER,
    "pue": Bounds(least=1, most=10),
    "tariff_per_kwh": AMOUNT,
    "rack_per_kw_month": AMOUNT,
    "support_annual_share": SHARE,
    "licence_annual": AMOUNT,
    "fte": Bounds(most=10_000),
    "fte_annual_cost": AMOUNT,
}

SCENARIO_OPTIONS = {
    "sites": Bounds(least=1, most=1000, whole=True),
    "gpu_kept_share": Bounds(below=1, some_moves=True),
    "gpu_kept_staff_uplift_share": Bounds(most=10),
    "tax_rate": Bounds(below=1),
    "depreciation_months": HORIZON,
    "carbon_price_per_t": AMOUNT,
    "grid_factor_market_kg_per_kwh": Bounds(most=10),
    "dual_run_shifted_share": SHARE,
    "rollback_probability": SHARE,
    "rollback_extra_months": _MONTH,
}
DEMAND_OPTIONS = {
    "growth_annual": Bounds(least=-0.9, most=10),
    "requests_per_day": Bounds(most=1e15),
    "peak_hour_share": SHARE,
    "prefill_peak_tokens_per_s": Bounds(most=1e12),
    "input_tokens_per_request": Bounds(most=1e9),
    "output_tokens_per_request": Bounds(most=1e9),
    "output_token_weight": Bounds(most=1000, positive=True),
}
MIGRATION_OPTIONS = {
    "external_support": AMOUNT,
    "test_hardware": AMOUNT,
    "data_gb": AMOUNT,
    "data_per_gb": AMOUNT,
    "contract_exit": AMOUNT,
}
SIDE_OPTIONS = {
    "headroom": Bounds(below=1),
    "redundancy_servers": COUNT,
    "devices_per_instance": Bounds(least=1, most=10_000, whole=True),
    "requests_per_s_per_instance": RATE,
    "prefill_tokens_per_s_per_device": RATE,
    "dies_per_device": Bounds(least=1, most=64, whole=True),
    "price_decline_annual": Bounds(least=-1, below=1),
    "price_escalation_share": Bounds(most=10),
    "lead_time_months": _MONTH,
    "it_power_kw_idle": POWER,
    "it_power_kw_busy": POWER,
    "joules_per_token": AMOUNT,
    "tariff_peak_per_kwh": AMOUNT,
    "tariff_peak_share": SHARE,
    "tariff_valley_per_kwh": AMOUNT,
    "tariff_valley_share": SHARE,
    "tariff_subsidy_per_kwh": AMOUNT,
    "tariff_subsidy_until_month": _MONTH,
    "levy_per_kwh": AMOUNT,
    "demand_charge_per_kw_month": AMOUNT,
    "contract_kw": Bounds(most=1e9),
    "rack_per_rack_month": AMOUNT,
    "rack_units_per_server": Bounds(most=100),
    "rack_usable_units": Bounds(least=1, most=100),
    "rack_kw": Bounds(most=10_000, positive=True),
    "rack_derate": SHARE,
    "network_per_month": AMOUNT,
    "warranty_months": _MONTH,
    "failure_rate_annual": SHARE,
    "spares_uncovered_share": SHARE,
    "licence_bundled_months": _MONTH,
    "fte_floor": Bounds(most=10_000),
    "servers_per_fte": Bounds(most=1e6, positive=True),
    "staff_share": SHARE,
    "staff_loading": Bounds(most=10),
    "staff_uplift_share": Bounds(most=10),
    "staff_uplift_months": _MONTH,
    "rent_per_device_hour": AMOUNT,
    "grid_factor_kg_per_kwh": Bounds(most=10),
}

OPTIONS = {
    **SCENARIO_OPTIONS,
    **{f"demand.{key}": bound for key, bound in DEMAND_OPTIONS.items()},
    **{f"migration.{key}": bound for key, bound in MIGRATION_OPTIONS.items()},
    **{f"sides.{side}.{key}": bound for side in ("gpu", "ascend") for key, bound in SIDE_OPTIONS.items()},
}
"""Every optional numeric key by its path."""

BY_PATH = {
    "horizon_months": HORIZON,
    **SCENARIO,
    **{f"demand.{key}": bound for key, bound in DEMAND.items()},
    **{f"migration.{key}": bound for key, bound in MIGRATION.items()},
    **{f"migration.person_days.{key}": bound for key, bound in PERSON_DAYS.items()},
    **{f"sides.{side}.{key}": bound for side in ("gpu", "ascend") for key, bound in SIDE.items()},
    **OPTIONS,
}
"""Every numeric key of a scenario by its path."""
