"""What must hold for every scenario, tried on many."""

from __future__ import annotations

import json
import tracemalloc
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from migration_engine.tco import Result, Scenario, evaluate, load_scenario
from migration_engine.tco.flips import Pays
from migration_engine.tco.numbers import Numbers
from migration_engine.tco.variants import RATIO, npv_differences
from tests.engine.tco.samples import golden
from tests.engine.tco.scenarios import mappings, whole_scenarios

MONEY = (
    "server_price", "tariff_per_kwh", "rack_per_kw_month", "licence_annual", "fte_annual_cost",
    "tariff_subsidy_per_kwh", "demand_charge_per_kw_month", "network_per_month", "rent_per_device_hour",
)  # fmt: skip
REQUIRED = {"dual_run_months"}
PATHS = [path for path, _ in load_scenario(golden()).figures() if path not in REQUIRED]

few = settings(max_examples=25)


def _result(mapping: dict[str, Any]) -> Result:
    return evaluate(load_scenario(mapping))


@few
@given(mappings())
def test_without_interest_npv_is_the_plain_sum(mapping: dict[str, Any]) -> None:
    result = _result(mapping | {"wacc_annual": 0})

    assert result.npv_difference == pytest.approx(result.undiscounted_difference, rel=1e-9, abs=1e-4)


@few
@given(mappings())
def test_cost_heads_add_up_in_every_month(mapping: dict[str, Any]) -> None:
    for row in _result(mapping).monthly:
        for heads in (row.stay, row.migrate):
            parts = [amount for head, amount in heads.items() if head != "total"]
            assert sum(parts) == pytest.approx(heads["total"])
        assert row.difference == pytest.approx(row.migrate["total"] - row.stay["total"])


@few
@given(mappings())
def test_swapping_the_sides_negates_the_difference(mapping: dict[str, Any]) -> None:
    free = {"person_days": {"low": 0, "likely": 0, "high": 0}, "day_rate": 0, "training": 0}
    mapping |= {"case": "replacement_due", "dual_run_months": 0}
    mapping["migration"] = mapping["migration"] | free
    there = mapping["sides"]
    swapped = mapping | {"sides": {"gpu": there["ascend"], "ascend": there["gpu"]}}

    assert _result(swapped).npv_difference == pytest.approx(-_result(mapping).npv_difference, abs=1e-3)


@few
@given(mappings())
def test_the_bars_of_the_waterfall_add_up_to_the_difference(mapping: dict[str, Any]) -> None:
    result = _result(mapping)

    size = max(abs(result.npv_stay), abs(result.npv_migrate), 1.0)
    total = sum(bar.difference for bar in result.waterfall)
    assert total == pytest.approx(result.npv_difference, abs=1e-9 * size)


@few
@given(mappings(), st.lists(st.floats(100, 3000), min_size=1, max_size=5))
def test_many_variants_at_once_are_what_each_is_alone(mapping: dict[str, Any], rates: list[float]) -> None:
    path = "sides.ascend.tokens_per_s_per_device"
    together = npv_differences(Numbers(load_scenario(mapping)), {path: np.array(rates)})

    for rate, found in zip(rates, together, strict=True):
        mapping["sides"]["ascend"]["tokens_per_s_per_device"] = rate
        assert found == pytest.approx(_result(mapping).npv_difference, rel=1e-9, abs=1e-3)


@few
@given(mappings())
def test_a_step_of_the_staircase_is_what_evaluating_there_gives(mapping: dict[str, Any]) -> None:
    steps = _result(mapping).breakeven_throughput_ratio.steps
    gpu = mapping["sides"]["gpu"]["tokens_per_s_per_device"]

    assert [step.ratio_from for step in steps] == sorted(step.ratio_from for step in steps)
    assert [step.servers_at_end for step in steps] == sorted(
        (step.servers_at_end for step in steps), reverse=True
    )
    for step in steps[:: max(1, len(steps) // 3)]:
        mapping["sides"]["ascend"]["tokens_per_s_per_device"] = gpu * step.ratio_from
        result = _result(mapping)
        assert result.servers.ascend == step.servers
        assert result.npv_difference == pytest.approx(step.npv_difference, rel=1e-6, abs=1e-2)


def test_the_largest_scenario_that_is_let_in_takes_no_more_than_a_moment() -> None:
    mapping = golden(horizon_months=120, demand__growth_annual=10, demand__prefill_peak_tokens_per_s=1e12)
    for side in mapping["sides"].values():
        side |= {"devices_per_server": 10_000, "prefill_tokens_per_s_per_device": 1}
    tracemalloc.start()

    steps = _result(mapping).breakeven_throughput_ratio.steps

    assert steps and tracemalloc.get_traced_memory()[1] < 50e6
    tracemalloc.stop()


@few
@given(whole_scenarios())
def test_a_step_with_prompts_or_kept_gpus_is_what_evaluating_there_gives(mapping: dict[str, Any]) -> None:
    steps = _result(mapping).breakeven_throughput_ratio.steps
    gpu, ascend = mapping["sides"]["gpu"], mapping["sides"]["ascend"]

    for step in steps[:: max(1, len(steps) // 2)]:
        for key in ("tokens_per_s_per_device", "prefill_tokens_per_s_per_device"):
            if key in gpu:
                ascend[key] = max(gpu[key] * step.ratio_from, 1e-3)
        result = _result(mapping)
        if ascend["tokens_per_s_per_device"] > 1e-3:
            assert result.servers.ascend == step.servers
            assert result.npv_difference == pytest.approx(step.npv_difference, rel=1e-6, abs=1e-2)


@few
@given(mappings())
def test_at_the_fractional_break_even_cut_servers_cost_as_much_as_staying(mapping: dict[str, Any]) -> None:
    scenario = load_scenario(mapping)
    found = evaluate(scenario)
    ratio = found.breakeven_throughput_ratio.fractional

    if ratio is not None:
        numbers = Numbers(scenario)
        around = ratio * np.array([1 - 1e-8, 1, 1 + 1e-8, 1.5, 10, 1000])
        below, at, *above = npv_differences(numbers, {RATIO: around}, whole=False)
        rounding = 1e-9 * abs(found.npv_stay) + 1e-3
        assert below <= rounding and min(above) >= -rounding
        if found.breakeven_throughput_ratio.fractional_jumps:
            assert at >= 0 > below
        else:
            assert abs(at) <= rounding


@few
@given(whole_scenarios(), st.lists(st.floats(1.001, 100), min_size=3, max_size=3))
def test_whole_servers_pay_from_the_threshold_on_and_not_below(
    mapping: dict[str, Any], factors: list[float]
) -> None:
    scenario = load_scenario(mapping)
    found = evaluate(scenario)
    breakeven = found.breakeven_throughput_ratio
    rounding = 1e-9 * abs(found.npv_stay) + 1e-3
    ratios = np.array([1e-3, 1.0, 1e3])

    if breakeven.threshold is not None:
        ratios = breakeven.threshold.ratio_from * np.array([1 - 1e-8, 1.0, *factors])
    differences = npv_differences(Numbers(scenario), {RATIO: ratios})

    if breakeven.pays is Pays.FROM:
        assert differences[0] < rounding and min(differences[1:]) >= -rounding
        assert differences[1] == pytest.approx(breakeven.threshold.npv_difference, abs=rounding)
    elif breakeven.pays is Pays.ALWAYS:
        assert min(differences) >= -rounding


@few
@given(mappings(), st.floats(0.01, 100))
def test_another_currency_scales_money_only(mapping: dict[str, Any], rate: float) -> None:
    other = json.loads(json.dumps(mapping))
    for side in other["sides"].values():
        side.update({key: side[key] * rate for key in MONEY if key in side})
    other["carbon_price_per_t"] = other.get("carbon_price_per_t", 0) * rate
    for key in ("day_rate", "training", "other_one_off"):
        other["migration"][key] *= rate

    before, after = _result(mapping), _result(other)

    assert after.servers == before.servers
    assert after.npv_difference == pytest.approx(before.npv_difference * rate, rel=1e-6, abs=1e-3)


@few
@given(mappings(), st.floats(1, 10))
def test_more_throughput_never_needs_more_servers(mapping: dict[str, Any], factor: float) -> None:
    before = _result(mapping).servers.ascend
    mapping["sides"]["ascend"]["tokens_per_s_per_device"] *= factor

    assert _result(mapping).servers.ascend <= before


@few
@given(mappings(), st.integers(1, 12))
def test_a_longer_dual_run_never_pays(mapping: dict[str, Any], more: int) -> None:
    mapping["sides"]["gpu"].pop("tariff_subsidy_per_kwh", None)  # it may make running them a gain
    before = _result(mapping).npv_difference
    mapping["dual_run_months"] += more

    assert _result(mapping).npv_difference <= before + 1e-6


@few
@given(mappings())
def test_no_demand_leaves_the_spare_servers_and_no_unit_cost(mapping: dict[str, Any]) -> None:
    mapping["demand"] = {"peak_tokens_per_s": 0, "mean_tokens_per_s": 0}

    result = _result(mapping)

    spare = [
        side.get("redundancy_servers", 1) * mapping.get("sites", 1) for side in mapping["sides"].values()
    ]
    assert [result.servers.gpu, result.servers.ascend] == spare
    assert result.cost_per_million_tokens.gpu is None
    assert result.breakeven_throughput_ratio.steps == ()


@few
@given(mappings(), st.floats(min_value=0, max_value=1e-9))
def test_less_than_a_token_a_month_has_no_unit_cost(mapping: dict[str, Any], mean: float) -> None:
    mapping["demand"] = {"peak_tokens_per_s": mean, "mean_tokens_per_s": mean}

    assert _result(mapping).cost_per_million_tokens.ascend is None


@few
@given(mappings(), st.sets(st.sampled_from(PATHS)))
def test_unknown_inputs_are_listed_and_never_become_nan_or_a_verdict(
    mapping: dict[str, Any], missing: set[str]
) -> None:
    for path in missing:
        _forget(mapping, path)

    result = _result(mapping)

    json.dumps(result.to_dict(), allow_nan=False)
    assert set(result.unknown) <= missing | {"grid_factor_kg_per_kwh"}
    assert (result.npv_difference is None) == bool(result.blocking)


def _forget(mapping: dict[str, Any], path: str) -> None:
    *groups, last = path.split(".")
    for group in groups:
        mapping = mapping[group]
    mapping.pop(last, None)


def test_every_price_is_decisive() -> None:
    for side in ("gpu", "ascend"):
        result = _result(golden(**{f"sides__{side}__server_price": None}))

        assert result.blocking == (f"sides.{side}.server_price",)
        assert (result.npv_difference, result.payback_month, result.irr) == (None, None, None)


def test_scenarios_are_values() -> None:
    first: Scenario = load_scenario(golden())

    assert first == load_scenario(golden())
