"""Two scenarios worked out on paper from the definitions: with annuities and powers, not month by month."""

from __future__ import annotations

import pytest

from migration_engine.tco import Result, evaluate, load_scenario

YES = pytest.approx


def side(**figures: object) -> dict[str, object]:
    """One side with what both scenarios leave at nothing."""
    return {"resale_share": 0, "resale_month": 1, "residual_share": 0} | figures


# A help desk on GPUs that are paid for: two years in dollars, a site licence on one side.
OWNED = {
    "horizon_months": 24, "dual_run_months": 3, "currency": "USD", "case": "gpus_owned",
    "wacc_annual": 0.075, "headroom": 0.2, "redundancy_servers": 1, "grid_factor_kg_per_kwh": 0.4,
    "demand": {"peak_tokens_per_s": 5000, "mean_tokens_per_s": 1800},
    "migration": {
        "person_days": {"low": 100, "likely": 160, "high": 250}, "day_rate": 600, "contingency": 0.25,
        "training": 12_000, "other_one_off": 3_000,
    },
    "sides": {
        "gpu": side(
            tokens_per_s_per_device=700, devices_per_server=8, server_price=240_000, it_power_kw_average=3.5,
            it_power_kw_nameplate=8, pue=1.5, tariff_per_kwh=0.14, rack_per_kw_month=180,
            support_annual_share=0.10, licence_annual=4500, licence_unit="device", fte=1,
            fte_annual_cost=180_000, resale_share=0.3, resale_month=5,
        ),
        "ascend": side(
            tokens_per_s_per_device=520, devices_per_server=16, server_price=210_000, it_power_kw_average=4,
            it_power_kw_nameplate=9, pue=1.3, tariff_per_kwh=0.10, rack_per_kw_month=150,
            support_annual_share=0.08, licence_annual=20_000, licence_unit="site", fte=1.2,
            fte_annual_cost=180_000, residual_share=0.15,
        ),
    },
}  # fmt: skip


# A fleet to be bought either way: four years in yuan, licences by server, two spare servers.
BOUGHT = {
    "horizon_months": 48, "dual_run_months": 6, "currency": "CNY", "case": "replacement_due",
    "wacc_annual": 0.12, "headroom": 0.25, "redundancy_servers": 2, "grid_factor_kg_per_kwh": 0.6,
    "demand": {"peak_tokens_per_s": 30_000, "mean_tokens_per_s": 9000},
    "migration": {
        "person_days": {"low": 600, "likely": 900, "high": 1500}, "day_rate": 2200, "contingency": 0.4,
        "training": 200_000, "other_one_off": 50_000,
    },
    "sides": {
        "gpu": side(
            tokens_per_s_per_device=1600, devices_per_server=8, server_price=1_400_000,
            it_power_kw_average=5, it_power_kw_nameplate=10, pue=1.4, tariff_per_kwh=0.7,
            rack_per_kw_month=500, support_annual_share=0.09, licence_annual=200_000,
            licence_unit="server", fte=2, fte_annual_cost=650_000, residual_share=0.25,
        ),
        "ascend": side(
            tokens_per_s_per_device=1300, devices_per_server=8, server_price=700_000,
            it_power_kw_average=4.5, it_power_kw_nameplate=7, pue=1.3, tariff_per_kwh=0.4,
            rack_per_kw_month=500, support_annual_share=0.08, licence_annual=0, licence_unit="server",
            fte=2.5, fte_annual_cost=650_000, residual_share=0.10,
        ),
    },
}  # fmt: skip


def answer(mapping: dict[str, object]) -> Result:
    return evaluate(load_scenario(mapping))


def test_gpus_that_are_owned_by_hand() -> None:
    found = answer(OWNED)

    # 5000/(700·0.8) = 8.93 -> 9 devices -> 2 servers + 1; 5000/(520·0.8) = 12.02 -> 13 -> 1 + 1.
    assert (found.servers.gpu, found.servers.ascend) == (3, 2)
    gpu = (
        3 * 3.5 * 1.5 * 730 * 0.14  # electricity
        + 3 * 8 * 180  # racks
        + 0.10 * 240_000 * 3 / 12  # support
        + 4500 * 8 * 3 / 12  # licence, on every device
        + 180_000 / 12  # staff
    )
    ascend = (
        2 * 4 * 1.3 * 730 * 0.10 + 2 * 9 * 150 + 0.08 * 210_000 * 2 / 12 + 20_000 / 12 + 1.2 * 180_000 / 12
    )
    assert gpu == YES(35_929.65)
    assert ascend == YES(25_925.8667, abs=1e-4)
    assert found.monthly_opex["gpu"]["total"] == YES(gpu)
    assert found.monthly_opex["ascend"]["total"] == YES(ascend)

    month = 1.075 ** (1 / 12) - 1

    def level(months: int) -> float:
        return (1 - (1 + month) ** -months) / month

    work = 160 * 600 * 1.25 + 12_000 + 3_000
    bought = 2 * 210_000
    stay = -gpu * level(24)
    migrate = (
        -bought - work - ascend * level(24) - gpu * level(3)
        + 0.15 * bought / 1.075**2
        + 0.3 * 240_000 * 3 / 1.075 ** (5 / 12)
    )  # fmt: skip
    assert found.npv_stay == YES(stay, abs=1e-6)
    assert found.npv_migrate == YES(migrate, abs=1e-6)
    assert found.npv_difference == YES(migrate - stay, abs=1e-6)
    flat = -bought - work + 24 * (gpu - ascend) - 3 * gpu + 0.15 * bought + 0.3 * 240_000 * 3
    assert found.undiscounted_difference == YES(flat, abs=1e-6)

    tokens = 1800 * 3600 * 730 / 1e6
    assert found.cost_per_million_tokens.gpu == YES(gpu / tokens)
    assert found.cost_per_million_tokens.ascend == YES((ascend + bought * 0.85 / 24) / tokens)
    assert found.co2_t_per_year.ascend == YES(2 * 4 * 1.3 * 730 * 12 * 0.4 / 1000)


def test_a_fleet_that_is_bought_either_way_by_hand() -> None:
    found = answer(BOUGHT)

    # 30000/(1600·0.75) = 25 exactly -> 4 servers + 2; 30000/(1300·0.75) = 30.8 -> 31 -> 4 + 2.
    assert (found.devices.gpu, found.devices.ascend) == (25, 31)
    assert (found.servers.gpu, found.servers.ascend) == (6, 6)
    gpu = (
        6 * 5 * 1.4 * 730 * 0.7 + 6 * 10 * 500 + 0.09 * 1_400_000 * 6 / 12 + 200_000 * 6 / 12
        + 2 * 650_000 / 12
    )  # fmt: skip
    ascend = 6 * 4.5 * 1.3 * 730 * 0.4 + 6 * 7 * 500 + 0.08 * 700_000 * 6 / 12 + 2.5 * 650_000 / 12
    month = 1.12 ** (1 / 12) - 1

    def level(months: int) -> float:
        return (1 - (1 + month) ** -months) / month

    work = 900 * 2200 * 1.4 + 200_000 + 50_000
    here, there = 6 * 1_400_000, 6 * 700_000
    stay = -here - gpu * level(48) + 0.25 * here / 1.12**4
    migrate = -there - work - ascend * level(48) - gpu * level(6) + 0.10 * there / 1.12**4
    assert found.npv_difference == YES(migrate - stay, abs=1e-6)

    # The purchase is cheaper by more than the work costs: ahead from the first day, and never behind again.
    opening = here - there - work
    assert opening > 0
    lowest = opening + 6 * (gpu - ascend) - 6 * gpu
    assert lowest > 0
    assert found.payback_month == 0
    assert found.irr is None

    # Fractional break-even: as many serving servers as make both futures worth the same.
    each = -700_000 - (4.5 * 1.3 * 730 * 0.4 + 7 * 500 + 0.08 * 700_000 / 12) * level(48)
    each += 0.10 * 700_000 / 1.12**4
    fixed = -work - 2.5 * 650_000 / 12 * level(48) - gpu * level(6)
    serving = (stay - fixed) / each - 2
    assert found.breakeven_throughput_ratio.fractional == YES(30_000 / (serving * 8 * 0.75 * 1600))
