"""Scenarios with plausible figures and any of the optional keys, for properties that must always hold."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.engine.tco.samples import golden

share = st.floats(0, 1)


months = st.integers(0, 40)
side_options = st.fixed_dictionaries(
    {},
    optional={
        "headroom": st.floats(0, 0.9),
        "redundancy_servers": st.integers(0, 3),
        "devices_per_instance": st.integers(1, 20),
        "price_decline_annual": st.floats(-0.5, 0.9),
        "lead_time_months": st.integers(0, 12),
        "joules_per_token": st.floats(0, 10),
        "tariff_subsidy_per_kwh": st.floats(0, 0.5),
        "tariff_subsidy_until_month": months,
        "demand_charge_per_kw_month": st.floats(0, 60),
        "contract_kw": st.floats(0, 500),
        "network_per_month": st.floats(0, 1e5),
        "warranty_months": months,
        "failure_rate_annual": share,
        "licence_bundled_months": months,
        "fte_floor": st.floats(0, 6),
        "servers_per_fte": st.floats(0.5, 50),
        "staff_uplift_share": st.floats(0, 2),
        "staff_uplift_months": months,
        "rent_per_device_hour": st.floats(0, 30),
        "rent_without_hosting": st.booleans(),
    },
)
options = st.fixed_dictionaries(
    {},
    optional={
        "discounting": st.sampled_from(["end", "mid", "begin"]),
        "terminal_value": st.sampled_from(["resale", "resale_of_all", "book", "zero"]),
        "depreciation_months": st.integers(1, 120),
        "tax_rate": st.floats(0, 0.5),
        "sites": st.integers(1, 3),
        "carbon_price_per_t": st.floats(0, 200),
        "grid_factor_kg_per_kwh": st.floats(0, 1),
    },
)


@st.composite
def sides(draw: st.DrawFn) -> dict[str, Any]:
    """One side with plausible figures."""
    return (
        golden()["sides"]["gpu"]
        | {
            "tokens_per_s_per_device": draw(st.floats(50, 5000)),
            "devices_per_server": draw(st.integers(1, 16)),
            "server_price": draw(st.floats(0, 5e6)),
            "residual_share": draw(share),
            "it_power_kw_average": draw(st.floats(0, 20)),
            "licence_annual": draw(st.floats(0, 1e5)),
            "licence_unit": draw(st.sampled_from(["device", "server", "site"])),
            "fte": draw(st.floats(0, 5)),
        }
        | draw(side_options)
    )


@st.composite
def mappings(draw: st.DrawFn) -> dict[str, Any]:
    """A scenario mapping with plausible figures."""
    peak = draw(st.floats(1, 1e5))
    extra = {"grid_factor_kg_per_kwh": 0.5} | draw(options)
    both = {"gpu": draw(sides()), "ascend": draw(sides())}
    case = draw(st.sampled_from(["replacement_due", "gpus_owned"]))
    if case == "gpus_owned":
        both["gpu"].pop("rent_per_device_hour", None)
    return extra | golden(
        wacc_annual=draw(share),
        case=case,
        demand__peak_tokens_per_s=peak,
        demand__mean_tokens_per_s=peak * draw(share),
        demand__growth_annual=draw(st.floats(-0.3, 1)),
        dual_run_months=draw(st.integers(0, 12)),
        sides=both,
    )


@st.composite
def whole_scenarios(draw: st.DrawFn) -> dict[str, Any]:
    """The same with what other invariants must leave out: prompts, kept GPUs, rollback, hours of the day."""
    mapping = draw(mappings())
    if draw(st.booleans()):
        mapping["demand"]["prefill_peak_tokens_per_s"] = draw(st.floats(0, 1e5))
    for side in mapping["sides"].values():
        if "prefill_peak_tokens_per_s" in mapping["demand"]:
            side["prefill_tokens_per_s_per_device"] = draw(st.floats(500, 20_000))
        side |= draw(_power_and_hours)
    return mapping | draw(_of_moving)


_power_and_hours = st.sampled_from(
    [
        {},
        {"it_power_kw_idle": 1.5, "it_power_kw_busy": 7.0},
        {
            "tariff_peak_share": 0.3,
            "tariff_peak_per_kwh": 1.2,
            "tariff_valley_share": 0.4,
            "tariff_valley_per_kwh": 0.3,
            "levy_per_kwh": 0.03,
        },
        {"dies_per_device": 2, "licence_unit": "die", "spares_uncovered_share": 0.5},
        {"rack_includes_power": True, "staff_loading": 1.4, "staff_share": 0.7},
    ]
)
_of_moving = st.fixed_dictionaries(
    {},
    optional={
        "gpu_kept_share": st.floats(0.01, 0.9),
        "gpu_kept_staff_uplift_share": st.floats(0, 1),
        "rollback_probability": share,
        "rollback_extra_months": st.integers(0, 12),
        "dual_run_shifted_share": share,
    },
)
