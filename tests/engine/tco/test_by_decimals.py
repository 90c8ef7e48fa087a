"""Two scenarios as a spreadsheet in decimals has them: a row a month, nothing of the engine used."""

from __future__ import annotations

from decimal import ROUND_CEILING, Decimal, getcontext
from typing import Any

import pytest

from migration_engine.tco import evaluate, load_scenario

getcontext().prec = 40
D = Decimal
HOURS = D(730)


def up(number: Decimal) -> Decimal:
    return number.to_integral_value(ROUND_CEILING)


def worth(rows: list[Decimal], yearly: Decimal, earlier: Decimal) -> Decimal:
    return sum(
        (money / (1 + yearly) ** (max(D(month) - earlier, D(0)) / 12) for month, money in enumerate(rows)),
        D(0),
    )


def side(**figures: object) -> dict[str, Any]:
    usual = {"resale_share": 0, "resale_month": 1, "residual_share": 0, "licence_unit": "device"}
    return usual | figures


# Two years in euro: demand grows, power has hours and a demand charge, Ascend is rented into our own racks.
RENTED: dict[str, Any] = {
    "horizon_months": 24, "dual_run_months": 3, "currency": "EUR", "case": "replacement_due",
    "wacc_annual": 0.09, "discounting": "mid", "headroom": 0.2, "redundancy_servers": 1,
    "demand": {"peak_tokens_per_s": 20_000, "mean_tokens_per_s": 7000, "growth_annual": 0.5},
    "migration": {
        "person_days": {"low": 100, "likely": 200, "high": 400}, "day_rate": 700, "contingency": 0.2,
        "training": 20_000, "other_one_off": 0, "contract_exit": 15_000,
    },
    "sides": {
        "gpu": side(
            tokens_per_s_per_device=1250, devices_per_server=8, server_price=280_000, residual_share=0.2,
            price_decline_annual=0.15, it_power_kw_average=5, it_power_kw_nameplate=10, pue=1.3,
            tariff_per_kwh=0.19, tariff_peak_share=0.25, tariff_peak_per_kwh=0.3, tariff_valley_share=0.35,
            tariff_valley_per_kwh=0.1, levy_per_kwh=0.02, demand_charge_per_kw_month=12, contract_kw=45,
            rack_per_kw_month=150, support_annual_share=0.1, warranty_months=12, licence_annual=4500,
            fte=1, fte_annual_cost=90_000,
        ),
        "ascend": side(
            tokens_per_s_per_device=800, devices_per_server=8, server_price=1, it_power_kw_average=4,
            it_power_kw_nameplate=8, pue=1.3, tariff_per_kwh=0.19, tariff_peak_share=0.25,
            tariff_peak_per_kwh=0.3, tariff_valley_share=0.35, tariff_valley_per_kwh=0.1, levy_per_kwh=0.02,
            demand_charge_per_kw_month=12, rack_per_kw_month=150, support_annual_share=0.1,
            licence_annual=0, fte=1.5, fte_annual_cost=90_000, rent_per_device_hour=1.1,
            rent_without_hosting=True,
        ),
    },
}  # fmt: skip


def test_a_rented_side_beside_a_growing_fleet_that_is_bought() -> None:
    months = range(25)
    growth = [D("1.5") ** (D(month) / 12) for month in months]

    def servers(rate: str) -> list[Decimal]:
        return [up(up(D(20_000) * g / (D(rate) * D("0.8"))) / 8) + 1 for g in growth]

    gpu, ascend = servers("1250"), servers("800")
    tariff = D("0.25") * D("0.3") + D("0.35") * D("0.1") + D("0.40") * D("0.19") + D("0.02")
    stay, migrate = [], []
    for month in months:
        before = gpu[month - 1] if month else D(0)
        price = D(280_000) * D("0.85") ** (D(month) / 12)
        old = gpu[month - 12] if month > 12 else D(0)
        running = (
            gpu[month] * 5 * D("1.3") * HOURS * tariff
            + 12 * max(gpu[month] * 10 * D("1.3"), D(45))
            + gpu[month] * 10 * 150
            + D("0.1") * 280_000 * old / 12
            + D(4500) * 8 * gpu[month] / 12
            + D(90_000) / 12
        )
        there = (
            ascend[month] * 4 * D("1.3") * HOURS * tariff
            + 12 * ascend[month] * 8 * D("1.3")
            + ascend[month] * 8 * 150
            + D("1.5") * 90_000 / 12
            + D("1.1") * 8 * ascend[month] * HOURS
        )
        if month == 0:
            running = there = D(0)
        stay.append(-(gpu[month] - before) * price - running)
        migrate.append(-there - (running if month <= 3 else 0))
    migrate[0] -= 200 * 700 * D("1.2") + 20_000 + 15_000
    stay[24] += D("0.2") * gpu[0] * 280_000

    found = evaluate(load_scenario(RENTED))

    assert (gpu[0], gpu[24], ascend[0], ascend[24]) == (4, 7, 5, 10)
    assert [row.servers_stay for row in found.monthly] == [int(count) for count in gpu]
    assert found.npv_stay == pytest.approx(float(worth(stay, D("0.09"), D("0.5"))), rel=1e-12)
    assert found.npv_migrate == pytest.approx(float(worth(migrate, D("0.09"), D("0.5"))), rel=1e-12)
    for row, here, there in zip(found.monthly, stay, migrate, strict=True):
        assert row.stay["total"] == pytest.approx(float(here), abs=1e-6)
        assert row.migrate["total"] == pytest.approx(float(there), abs=1e-6)


# Three years in yuan with tax: two fifths of the demand stay on GPUs, and one larger team runs both.
MIXED: dict[str, Any] = {
    "horizon_months": 36, "dual_run_months": 2, "currency": "CNY", "case": "replacement_due",
    "wacc_annual": 0.11, "headroom": 0.25, "redundancy_servers": 1, "tax_rate": 0.25,
    "gpu_kept_share": 0.4, "gpu_kept_staff_uplift_share": 0.15, "depreciation_months": 60,
    "demand": {"peak_tokens_per_s": 45_000, "mean_tokens_per_s": 15_000},
    "migration": {
        "person_days": {"low": 300, "likely": 500, "high": 900}, "day_rate": 2600, "contingency": 0.3,
        "training": 120_000, "other_one_off": 30_000,
    },
    "sides": {
        "gpu": side(
            tokens_per_s_per_device=1500, devices_per_server=8, server_price=1_300_000, residual_share=0.2,
            it_power_kw_average=6, it_power_kw_nameplate=10, pue=1.4, tariff_per_kwh=0.7,
            rack_per_kw_month=600, support_annual_share=0.08, licence_annual=30_000, fte=3,
            fte_annual_cost=600_000,
        ),
        "ascend": side(
            tokens_per_s_per_device=1000, devices_per_server=8, server_price=800_000, residual_share=0.1,
            it_power_kw_average=5, it_power_kw_nameplate=7, pue=1.4, tariff_per_kwh=0.4,
            rack_per_kw_month=600, support_annual_share=0.08, licence_annual=0, fte=4,
            fte_annual_cost=600_000,
        ),
    },
}  # fmt: skip


def test_a_mixed_fleet_with_tax() -> None:
    # 45000/(1500·0.75) = 40 -> 5+1; 0.4 of it: 16 -> 2+1; 27000/(1000·0.75) = 36 -> 5+1.
    whole, kept, moved = D(6), D(3), D(6)

    def gpus(servers: Decimal, posts: Decimal) -> Decimal:
        power = servers * 6 * D("1.4") * HOURS * D("0.7") + servers * 10 * 600
        support = D("0.08") * 1_300_000 * servers / 12
        return power + support + D(30_000) * 8 * servers / 12 + posts * 600_000 / 12

    all_gpus = gpus(whole, D(3))
    kept_gpus = gpus(kept, D(3) * D("0.4") * D("1.15"))
    ascend = (
        moved * 5 * D("1.4") * HOURS * D("0.4") + moved * 7 * 600 + D("0.08") * 800_000 * moved / 12
        + D(4) * D("0.6") * D("1.15") * 600_000 / 12
    )  # fmt: skip
    one_off = D(500) * 2600 * D("1.3") + 120_000 + 30_000

    def bought(price: int, servers: Decimal, keeps: str) -> tuple[Decimal, Decimal, Decimal, Decimal]:
        """Money spent, write-down a month over five years, value left, value in the books after three."""
        spent = price * servers
        a_month = spent * (1 - D(keeps)) / 60
        return spent, a_month, spent * D(keeps), spent - 36 * a_month

    here, mine, beside = (
        bought(1_300_000, whole, "0.2"), bought(800_000, moved, "0.1"), bought(1_300_000, kept, "0.2")
    )  # fmt: skip
    rate = D("0.25")
    stay, migrate = [-here[0]], [-mine[0] - beside[0] - one_off + rate * one_off]
    for month in range(1, 37):
        stay.append(-all_gpus + rate * (all_gpus + here[1]))
        cost = ascend + (all_gpus if month <= 2 else kept_gpus)
        migrate.append(-cost + rate * (cost + mine[1] + beside[1]))
    for rows, fleets in ((stay, (here,)), (migrate, (mine, beside))):
        for _spent, _a_month, left, book in fleets:
            rows[36] += left - rate * (left - book)

    found = evaluate(load_scenario(MIXED))

    assert (found.servers.gpu, found.servers.ascend) == (6, 6)
    assert found.gpus_kept is not None and found.gpus_kept.servers == 3
    difference = worth(migrate, D("0.11"), D(0)) - worth(stay, D("0.11"), D(0))
    assert found.npv_stay == pytest.approx(float(worth(stay, D("0.11"), D(0))), rel=1e-12)
    assert found.npv_difference == pytest.approx(float(difference), rel=1e-9)
    running = ascend + kept_gpus
    assert found.monthly_opex["ascend"]["total"] == pytest.approx(float(running), rel=1e-12)
