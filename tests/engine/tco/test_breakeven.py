"""The break-even ratio away from the golden case: floors, jumps, and fleets that no chart lists."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from migration_engine.tco import Result, evaluate, load_scenario
from migration_engine.tco.flips import Pays
from migration_engine.tco.numbers import Numbers
from migration_engine.tco.scenario_file import read_mapping
from migration_engine.tco.variants import RATIO, npv_differences
from tests.engine.tco.samples import golden

SAMPLE = Path(__file__).parents[3] / "docs" / "scenario.yaml"


def _floored() -> dict[str, object]:
    """Staff by server with a floor that only a fleet far smaller than the present one reaches."""
    common = {"tokens_per_s_per_device": 50, "redundancy_servers": 0, "residual_share": 1.0, "pue": 1.4}
    mapping = golden(
        case="gpus_owned",
        wacc_annual=0,
        dual_run_months=0,
        demand__peak_tokens_per_s=720,
        demand__mean_tokens_per_s=720,
    )
    mapping["sides"]["gpu"] |= common | {
        "devices_per_server": 16, "server_price": 106, "it_power_kw_average": 20, "licence_annual": 43950,
        "fte": 0,
    }  # fmt: skip
    mapping["sides"]["ascend"] |= common | {
        "devices_per_server": 1, "server_price": 2393133, "it_power_kw_average": 20,
        "it_power_kw_nameplate": 10.2, "licence_annual": 99982, "fte": 2, "servers_per_fte": 0.5,
        "fte_floor": 1.0,
    }  # fmt: skip
    return mapping


def test_a_floor_far_below_the_present_fleet_is_seen() -> None:
    scenario = load_scenario(_floored())

    ratio = evaluate(scenario).breakeven_throughput_ratio.fractional

    assert ratio is not None
    left = npv_differences(Numbers(scenario), {RATIO: np.array([ratio])}, whole=False)[0]
    assert left == pytest.approx(0, abs=1e-2)


def test_where_racks_are_counted_whole_the_fractional_break_even_says_that_it_jumps() -> None:
    rack = {"rack_units_per_server": 8, "rack_usable_units": 24, "rack_kw": 40, "rack_per_rack_month": 11_000}
    mapping = golden(sides__ascend=golden()["sides"]["ascend"] | rack)
    scenario = load_scenario(mapping)

    found = evaluate(scenario).breakeven_throughput_ratio

    assert found.fractional is not None and found.fractional_jumps
    around = found.fractional * np.array([1 - 1e-6, 1])
    below, at = npv_differences(Numbers(scenario), {RATIO: around}, whole=False)
    assert below < -50_000 and at > 200_000


def _large_fleet(**ascend: object) -> Result:
    mapping = read_mapping(SAMPLE)
    mapping["demand"] |= {"peak_tokens_per_s": 1_000_000, "mean_tokens_per_s": 400_000}
    mapping["sides"]["ascend"] |= {"server_price": 1_500_000} | ascend
    return evaluate(load_scenario(mapping))


def test_the_threshold_is_found_far_from_the_steps_that_are_listed() -> None:
    found = _large_fleet().breakeven_throughput_ratio

    assert found.pays is Pays.FROM
    assert not any(step.npv_difference >= 0 for step in found.steps)
    assert found.threshold.ratio_from == pytest.approx(found.fractional, rel=0.01)
    assert found.threshold.servers < min(step.servers for step in found.steps)
    here = found.threshold.ratio_from * 1500 * np.array([1, 1 - 1e-6])
    assert [_large_fleet(tokens_per_s_per_device=rate).npv_difference >= 0 for rate in here] == [True, False]


def test_the_threshold_is_the_true_one_where_every_step_that_is_listed_pays() -> None:
    found = _large_fleet(tokens_per_s_per_device=3000).breakeven_throughput_ratio

    assert all(step.npv_difference >= 0 for step in found.steps)
    other = _large_fleet().breakeven_throughput_ratio.threshold
    assert found.threshold.ratio_from == pytest.approx(other.ratio_from, rel=1e-10)
    assert found.threshold.servers == other.servers


def test_it_says_where_no_throughput_pays_and_where_any_does() -> None:
    never = evaluate(load_scenario(golden(migration__training=50e6))).breakeven_throughput_ratio
    free = dict.fromkeys(
        (
            "server_price",
            "tariff_per_kwh",
            "rack_per_kw_month",
            "licence_annual",
            "fte",
            "support_annual_share",
        ),
        0,
    )
    always = evaluate(
        load_scenario(golden(sides__ascend=golden()["sides"]["ascend"] | free))
    ).breakeven_throughput_ratio

    assert (never.pays, never.threshold, never.fractional) == (Pays.NEVER, None, None)
    assert (always.pays, always.threshold, always.fractional) == (Pays.ALWAYS, None, None)


def test_an_unknown_input_leaves_open_whether_it_ever_pays() -> None:
    found = evaluate(load_scenario(golden(sides__ascend__server_price=None))).breakeven_throughput_ratio

    assert (found.pays, found.threshold, found.fractional) == (None, None, None)
