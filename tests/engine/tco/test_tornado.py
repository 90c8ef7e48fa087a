"""Each input at its ends, and the value at which it flips the verdict."""

from __future__ import annotations

import numpy as np
import pytest

from migration_engine.tco import Scenario, evaluate, grid, load_scenario, tornado
from migration_engine.tco.analysis import Swing
from tests.engine.tco.samples import golden

RANGES: dict[str, object] = {
    "sides__ascend__server_price": {"value": 900_000, "low": 500_000, "high": 1_400_000},
    "sides__ascend__tokens_per_s_per_device": {"value": 900, "low": 600, "high": 1200},
    "sides__gpu__tariff_per_kwh": {"value": 0.65, "low": 0.4, "high": 0.9, "origin": "bill"},
    "migration__person_days": {"low": 200, "likely": 420, "high": 900},
    "dual_run_months": {"value": 4, "low": 2, "high": 9},
}


def _scenario(**changes: object) -> Scenario:
    return load_scenario(golden(**(RANGES | changes)))


def _swings() -> dict[str, Swing]:
    return {one.path: one for one in tornado(_scenario()).swings}


def _difference(**changes: object) -> float:
    found = evaluate(_scenario(**changes)).npv_difference
    assert found is not None
    return found


def test_the_ends_of_a_bar_are_what_evaluating_there_gives() -> None:
    price = _swings()["sides.ascend.server_price"]

    assert price.npv_low == pytest.approx(_difference(sides__ascend__server_price=500_000))
    assert price.npv_high == pytest.approx(_difference(sides__ascend__server_price=1_400_000))
    assert price.flips


def test_the_widest_swing_comes_first() -> None:
    ranges = [one.range for one in tornado(_scenario()).swings]

    assert ranges == sorted(ranges, reverse=True)
    assert len(ranges) == len(RANGES)


def test_the_work_swings_between_the_ends_of_the_plan() -> None:
    days = _swings()["migration.person_days.likely"]

    assert (days.low, days.value, days.high) == (200, 420, 900)
    assert days.npv_low - days.npv_high == pytest.approx(700 * 2500)


def test_at_the_switching_value_migrating_costs_as_much_as_staying() -> None:
    price = _swings()["sides.ascend.server_price"]

    (switching,) = price.switching
    assert _difference(sides__ascend__server_price=switching) == pytest.approx(0, abs=0.01)
    assert not price.stepped


def test_where_a_number_of_servers_changes_the_verdict_jumps() -> None:
    rate = _swings()["sides.ascend.tokens_per_s_per_device"]

    (switching,) = rate.switching
    assert switching == pytest.approx(12000 / (16 * 0.7))
    assert rate.stepped
    assert _difference(sides__ascend__tokens_per_s_per_device=switching * 0.999) < 0
    assert _difference(sides__ascend__tokens_per_s_per_device=switching * 1.001) > 0


def test_a_whole_number_switches_at_the_first_one_with_the_other_verdict() -> None:
    months = _swings()["dual_run_months"]

    (switching,) = months.switching
    assert (switching, months.origin) == (0, "")
    assert _difference(dual_run_months=switching) > 0 > _difference(dual_run_months=switching + 1)


def test_it_names_the_inputs_that_were_taken_as_certain() -> None:
    found = tornado(_scenario()).without_range

    assert "sides.gpu.server_price" in found
    assert "sides.gpu.rack_derate" not in found


def test_no_verdict_has_no_tornado() -> None:
    found = tornado(_scenario(sides__gpu__server_price=None))

    assert (found.npv_difference, found.swings) == (None, ())


def test_a_cell_of_the_grid_is_what_evaluating_there_gives() -> None:
    prices, ratios = np.array([700_000.0, 900_000.0, 1_100_000.0]), np.array([0.5, 0.8])

    found = grid(_scenario(), "ratio", "sides.ascend.server_price", ratios, prices)

    for row, ratio in zip(found.npv_difference, ratios, strict=True):
        for cell, price in zip(row, prices, strict=True):
            changes = {
                "sides__ascend__tokens_per_s_per_device": 1500 * ratio,
                "sides__ascend__server_price": price,
            }
            assert cell == pytest.approx(_difference(**changes))


def test_a_grid_without_a_verdict_is_empty() -> None:
    one = np.array([1.0])

    assert grid(_scenario(sides__gpu__pue=None), "ratio", "wacc_annual", one, one / 10).npv_difference == ()
