"""What only migrating has, what hardware is worth at the end, and what tax and dates do to both."""

from __future__ import annotations

import pytest

from migration_engine.tco.result import Kept
from tests.engine.tco.samples import evaluated, head

GPU_MONTH = 194_317.40
"""Running cost of the golden GPU fleet."""


def test_one_off_cost_adds_every_part_once() -> None:
    result = evaluated(
        migration__contingency=0.2,
        migration__external_support=100_000,
        migration__test_hardware=50_000,
        migration__data_gb=2_000,
        migration__data_per_gb=3,
        migration__contract_exit=40_000,
        migration__other_one_off=10_000,
    )

    paid = head(result, "migrate", "one_off")
    assert paid[0] == pytest.approx(
        -(420 * 2500 * 1.2 + 150_000 + 100_000 + 50_000 + 6_000 + 40_000 + 10_000)
    )
    assert set(paid[1:]) == {0.0}


def test_in_the_dual_run_the_whole_gpu_environment_is_paid_beside() -> None:
    paid = head(evaluated(), "migrate", "dual_run")

    assert paid[:6] == pytest.approx([0, *[-GPU_MONTH] * 4, 0])


def test_traffic_that_has_moved_saves_only_what_follows_the_load() -> None:
    power = {"sides__gpu__it_power_kw_idle": 2.0, "sides__gpu__it_power_kw_busy": 8.0}
    stays, moved = evaluated(**power), evaluated(**power, dual_run_shifted_share=0.75)

    saved = head(moved, "migrate", "dual_run")[1] - head(stays, "migrate", "dual_run")[1]
    used = 4000 / (3 * 8 * 1500)
    assert saved == pytest.approx(3 * 6.0 * used * 0.75 * 1.4 * 730 * 0.65)


def test_the_gpus_carry_all_traffic_that_ascend_does_not() -> None:
    by_token = {"sides__gpu__joules_per_token": 1.0, "sides__ascend__joules_per_token": 1.0}
    alike = {"sides__gpu__tariff_per_kwh": 0.5, "sides__ascend__tariff_per_kwh": 0.5}
    result = evaluated(
        **by_token, **alike, gpu_kept_share=0.4, dual_run_shifted_share=0.75, grid_factor_kg_per_kwh=0.5
    )

    # A joule a token whoever serves it: both fleets together draw what the GPUs alone would.
    for row in result.monthly[1:5]:
        assert row.co2_t_migrate == pytest.approx(row.co2_t_stay)


def test_in_the_dual_run_both_fleets_emit() -> None:
    result = evaluated(grid_factor_kg_per_kwh=0.5366, dual_run_months=3)

    gpu, ascend = 118.455523 / 12, 131.617248 / 12
    assert [row.co2_t_stay for row in result.monthly[:2]] == pytest.approx([0, gpu])
    expected = [0, *[gpu + ascend] * 3, ascend]
    assert [row.co2_t_migrate for row in result.monthly[:5]] == pytest.approx(expected)
    assert result.co2_dual_run_t == pytest.approx(3 * gpu)


def test_gpus_that_stay_for_good_emit_once_in_the_dual_run() -> None:
    result = evaluated(grid_factor_kg_per_kwh=0.5366, dual_run_months=3, gpu_kept_share=0.5)

    # Two of the three servers stay, which the yearly figure holds already.
    assert result.co2_dual_run_t == pytest.approx(118.455523 / 4 / 3)


def test_emissions_of_the_dual_run_are_unknown_without_a_grid_factor_and_none_without_a_dual_run() -> None:
    assert evaluated().co2_dual_run_t is evaluated(dual_run_months=0).co2_dual_run_t is None
    assert evaluated(grid_factor_kg_per_kwh=0.5, dual_run_months=0).co2_dual_run_t == 0


def test_going_back_costs_the_work_and_more_months_of_both() -> None:
    result = evaluated(rollback_probability=0.1, rollback_extra_months=3)

    paid = head(result, "migrate", "rollback")
    assert paid[4] == pytest.approx(-0.1 * (420 * 2500 + 3 * GPU_MONTH))
    assert sum(paid) == paid[4]


@pytest.mark.parametrize(
    ("kind", "left"), [("resale", 360_000), ("zero", 0), ("book", 1_200_000 * 3 - 0.9 * 3_600_000 * 36 / 60)]
)
def test_the_value_at_the_horizon_is_resale_book_or_nothing(kind: str, left: float) -> None:
    result = evaluated(terminal_value=kind, depreciation_months=60)

    assert head(result, "stay", "residual")[36] == pytest.approx(left)


def test_a_longer_life_lowers_the_accounting_cost_and_not_the_cash() -> None:
    short, long = evaluated(), evaluated(depreciation_months=60)

    tokens = 4000 * 3600 * 730 / 1e6
    assert long.npv_difference == short.npv_difference
    expected = (GPU_MONTH + 3_600_000 * 0.9 / 60) / tokens
    assert long.cost_per_million_tokens.gpu == pytest.approx(expected)


def test_tax_takes_its_share_of_cost_and_write_down() -> None:
    free, taxed = evaluated(), evaluated(tax_rate=0.25)

    month = taxed.monthly[10].stay
    assert month["tax"] == pytest.approx(0.25 * (GPU_MONTH + 3_600_000 * 0.9 / 36))
    for before, after in zip(free.monthly, taxed.monthly, strict=True):
        tax = after.stay["tax"]
        assert after.stay["total"] == pytest.approx(before.stay["total"] + tax)


def test_tax_on_what_is_sold_above_its_book_value() -> None:
    result = evaluated(tax_rate=0.25, depreciation_months=24)

    last = result.monthly[36].stay
    assert last["tax"] == pytest.approx(0.25 * GPU_MONTH)
    assert result.monthly[24].stay["tax"] == pytest.approx(0.25 * (GPU_MONTH + 3_600_000 * 0.9 / 24))


def test_without_interest_tax_is_a_share_of_everything_that_moves() -> None:
    free, taxed = evaluated(wacc_annual=0), evaluated(wacc_annual=0, tax_rate=0.25)

    assert taxed.npv_difference == pytest.approx(0.75 * free.npv_difference)


@pytest.mark.parametrize(("when", "earlier"), [("end", 0), ("mid", 0.5), ("begin", 1)])
def test_money_may_move_at_the_end_the_middle_or_the_start_of_a_month(when: str, earlier: float) -> None:
    result = evaluated(discounting=when)

    assert result.monthly[0].discount_factor == 1
    assert result.monthly[12].discount_factor == pytest.approx(1.1 ** -((12 - earlier) / 12))
    assert result.npv_stay == pytest.approx(
        sum(row.stay["total"] * row.discount_factor for row in result.monthly)
    )


def test_gpus_that_keep_a_share_of_the_demand_are_bought_and_run_for_good() -> None:
    result = evaluated(gpu_kept_share=0.5)

    assert result.servers.ascend == 3
    assert head(result, "migrate", "purchase")[0] == -(3 * 900_000 + 2 * 1_200_000)
    kept = head(result, "migrate", "gpu_kept")
    assert set(kept[:5]) == {0.0}
    staff = 75_000
    assert kept[5] == pytest.approx(-((GPU_MONTH - staff) * 2 / 3 + staff / 2))
    assert result.gpus_kept == Kept(devices=6, servers=2, demand_share=0.5)
    assert {row.servers_kept for row in result.monthly} == {2}


def test_a_mixed_fleet_has_one_team_whose_uplift_is_stated() -> None:
    once = evaluated(gpu_kept_share=0.5)
    more = evaluated(gpu_kept_share=0.5, gpu_kept_staff_uplift_share=0.2)

    team = (75_000 + 100_000) / 2
    assert once.monthly_opex["ascend"]["staff"] == pytest.approx(team)
    assert more.monthly_opex["ascend"]["staff"] == pytest.approx(1.2 * team)
    assert more.monthly_opex["gpu"]["staff"] == 75_000
    # While both run, the whole team of the GPUs is there beside Ascend's part.
    assert head(more, "migrate", "staff")[4] == pytest.approx(-1.2 * 50_000)
    assert head(more, "migrate", "dual_run")[4] == pytest.approx(-GPU_MONTH)


def test_posts_by_servers_follow_each_fleet_of_a_mixed_one() -> None:
    by_servers = {f"sides__{side}__servers_per_fte": 2 for side in ("gpu", "ascend")}

    result = evaluated(gpu_kept_share=0.5, **by_servers)

    assert result.monthly_opex["ascend"]["staff"] == pytest.approx((2 + 3) / 2 * 600_000 / 12)


def test_an_uplift_without_gpus_that_stay_changes_nothing() -> None:
    assert evaluated(gpu_kept_staff_uplift_share=0.5).npv_difference == evaluated().npv_difference
    assert evaluated().gpus_kept is None


def test_owned_gpus_that_are_kept_are_not_sold() -> None:
    sold = head(evaluated(case="gpus_owned"), "migrate", "resale")[4]
    partly = head(evaluated(case="gpus_owned", gpu_kept_share=0.5), "migrate", "resale")[4]

    assert (sold, partly) == (pytest.approx(3 * 420_000), pytest.approx(420_000))


def test_keeping_no_gpus_is_the_golden_case() -> None:
    assert evaluated(gpu_kept_share=0).npv_difference == evaluated().npv_difference


def test_the_waterfall_adds_up_to_the_difference() -> None:
    result = evaluated(tax_rate=0.25, rollback_probability=0.1, demand__growth_annual=0.3, gpu_kept_share=0.2)

    assert sum(bar.difference for bar in result.waterfall) == pytest.approx(result.npv_difference)
    assert sum(bar.stay for bar in result.waterfall) == pytest.approx(result.npv_stay)
    assert {"one_off", "dual_run", "rollback", "gpu_kept", "tax"} <= {bar.head for bar in result.waterfall}


def test_lines_that_cross_are_told_with_the_month_in_between() -> None:
    result = evaluated(migration__training=0, migration__day_rate=500, sides__ascend__server_price=850_000)

    gaps = [row.cumulative_difference for row in result.monthly]
    for crossing in result.crossings:
        before = int(crossing)
        assert min(gaps[before], gaps[before + 1]) <= 0 <= max(gaps[before], gaps[before + 1])
    assert len(result.crossings) == 1
    assert result.payback_month - 1 <= result.crossings[0] <= result.payback_month


def test_the_same_amount_every_year_is_worth_as_much() -> None:
    result = evaluated()

    monthly, rate = result.equivalent_annual_cost.gpu / 12, 1.1 ** (1 / 12) - 1
    assert monthly * (1 - (1 + rate) ** -36) / rate == pytest.approx(result.npv_stay)


def test_a_request_costs_what_its_tokens_cost() -> None:
    asked = {"demand__input_tokens_per_request": 3000, "demand__output_tokens_per_request": 1000}

    result = evaluated(**asked)

    a_token = result.cost_per_million_tokens.gpu / 1e6
    assert result.cost_per_request.gpu == pytest.approx(4000 * a_token)
    into, out = result.cost_per_million_input_tokens.gpu, result.cost_per_million_output_tokens.gpu
    assert out == pytest.approx(3 * into)
    assert (into * 3000 + out * 1000) / 1e6 == pytest.approx(result.cost_per_request.gpu)


def test_the_levelised_cost_holds_the_one_off_that_the_accounting_view_leaves_out() -> None:
    result = evaluated()

    levelised = result.levelised_cost_per_million_tokens
    assert levelised.ascend > levelised.gpu
    assert result.cost_per_million_tokens.ascend < result.cost_per_million_tokens.gpu
    factors = [row.discount_factor for row in result.monthly[1:]]
    assert levelised.gpu == pytest.approx(-result.npv_stay / (10_512 * sum(factors)))


def test_what_is_bought_later_is_worth_nothing_at_the_horizon_unless_the_scenario_says_so() -> None:
    grown = {"demand__growth_annual": 1.0}
    first, every = evaluated(**grown), evaluated(**grown, terminal_value="resale_of_all")

    paid = head(first, "stay", "purchase")
    assert paid[0] > sum(paid)
    assert head(first, "stay", "residual")[36] == pytest.approx(-0.1 * paid[0])
    assert head(every, "stay", "residual")[36] == pytest.approx(-0.1 * sum(paid))


def test_owned_gpus_that_lead_time_orders_on_the_first_day_are_paid() -> None:
    growing = {"case": "gpus_owned", "demand__growth_annual": 2.0}
    prompt, early = evaluated(**growing), evaluated(**growing, sides__gpu__lead_time_months=6)

    ahead = early.monthly[6].servers_stay - early.monthly[0].servers_stay
    assert ahead > 0
    assert head(early, "stay", "purchase")[0] == pytest.approx(-ahead * 1_200_000)
    assert sum(head(early, "stay", "purchase")) == pytest.approx(sum(head(prompt, "stay", "purchase")))


def test_owned_gpus_are_sold_when_nobody_has_to_go_back_to_them() -> None:
    sold = head(
        evaluated(case="gpus_owned", sides__gpu__resale_month=2, dual_run_months=5), "migrate", "resale"
    )

    assert [month for month, money in enumerate(sold) if money] == [5]
