"""Rent takes the place of the purchase: what it covers is counted once, and what is not counted says so."""

from __future__ import annotations

import pytest

from migration_engine.errors import ScenarioInvalid
from migration_engine.tco import evaluate, load_scenario, tornado
from migration_engine.tco.idle import idle_because
from tests.engine.tco.samples import evaluated, golden, head

RENT = {"sides__ascend__rent_per_device_hour": 20.0}
# Four servers of eight devices, around the clock.
A_MONTH = 20.0 * 4 * 8 * 730


def test_a_rented_side_buys_nothing_and_has_nothing_left() -> None:
    result = evaluated(**RENT)

    assert set(head(result, "migrate", "purchase")) == {0.0}
    assert set(head(result, "migrate", "residual")) == {0.0}
    assert result.monthly_opex["ascend"]["support"] == 0
    assert result.monthly_opex["ascend"]["rent"] == pytest.approx(A_MONTH)


def test_the_rent_covers_power_and_space_unless_it_says_otherwise() -> None:
    hosted = evaluated(**RENT, sides__ascend__demand_charge_per_kw_month=40)
    bare = evaluated(
        **RENT, sides__ascend__demand_charge_per_kw_month=40, sides__ascend__rent_without_hosting=True
    )

    assert hosted.monthly_opex["ascend"]["total"] == pytest.approx(A_MONTH + 100_000)
    power = {"electricity": 13_286.0, "rack": 15_600.0, "demand_charge": 4 * 6.5 * 1.4 * 40}
    for name, amount in power.items():
        assert bare.monthly_opex["ascend"][name] == pytest.approx(amount)
    assert bare.monthly_opex["ascend"]["total"] == pytest.approx(A_MONTH + 100_000 + sum(power.values()))


def test_the_answer_of_a_rented_side_is_that_of_rent_and_staff_alone() -> None:
    result = evaluated(**RENT)

    level = sum(1.1 ** (-month / 12) for month in range(1, 37))
    first = sum(1.1 ** (-month / 12) for month in range(1, 5))
    one_off = 420 * 2500 + 150_000
    assert result.npv_migrate == pytest.approx(
        -one_off - (A_MONTH + 100_000) * level - 194_317.40 * first, abs=1e-4
    )


def test_a_rented_side_waits_for_no_price_and_emits_what_its_power_says() -> None:
    result = evaluated(**RENT, sides__ascend__server_price=None, grid_factor_kg_per_kwh=0.5366)

    assert result.npv_difference == evaluated(**RENT).npv_difference
    assert result.unknown == ()
    assert result.co2_t_per_year.ascend == pytest.approx(131.617248)


def test_a_rent_that_nobody_knows_is_asked_for_and_the_price_is_not() -> None:
    asked = {"sides__ascend__rent_per_device_hour": None, "sides__ascend__server_price": None}

    assert evaluated(**asked).blocking == ("sides.ascend.rent_per_device_hour",)


def test_a_rent_of_nothing_is_no_rent() -> None:
    assert evaluated(sides__ascend__rent_per_device_hour=0).npv_difference == evaluated().npv_difference


def test_owned_gpus_are_not_rented() -> None:
    with pytest.raises(ScenarioInvalid, match="GPUs are owned") as refused:
        load_scenario(golden(case="gpus_owned", sides__gpu__rent_per_device_hour=12))

    assert (refused.value.place, refused.value.against) == ("sides.gpu.rent_per_device_hour", ("case",))


def test_inputs_that_rent_replaces_say_so_and_move_nothing() -> None:
    ranged = {"value": 900_000, "low": 100_000, "high": 2_000_000}
    scenario = load_scenario(golden(**RENT, sides__ascend__server_price=ranged))

    for key in ("server_price", "residual_share", "support_annual_share", "tariff_per_kwh"):
        why = idle_because(scenario, f"sides.ascend.{key}")
        assert why is not None and why.en.startswith("Not counted") and why.zh.startswith("不计入")
        assert idle_because(scenario, f"sides.gpu.{key}") is None
    assert tornado(scenario).swings == ()
    assert evaluate(scenario).npv_difference == evaluated(**RENT).npv_difference
