"""Whether like stands beside like: every key is compared, or is free for a reason."""

from __future__ import annotations

from dataclasses import fields

import pytest

from migration_engine.tco import load_scenario
from migration_engine.tco.fair_keys import (
    ALL_SCENARIOS,
    BOTH_SIDES,
    FREE_OF_SCENARIOS,
    FREE_OF_SIDES,
    SIZING,
)
from migration_engine.tco.fairness import (
    Value,
    are_of_one_time,
    dates,
    exchange_rates,
    levels,
    of_scenarios,
    of_sides,
)
from migration_engine.tco.labels import LABELS
from migration_engine.tco.sampling import SIMULATION
from migration_engine.tco.scenario import Side
from tests.engine.tco.samples import golden


def test_every_key_of_a_side_is_compared_or_free_for_a_reason() -> None:
    keys = {entry.name for entry in fields(Side)}

    assert set(BOTH_SIDES) | FREE_OF_SIDES.keys() == keys
    assert not set(BOTH_SIDES) & FREE_OF_SIDES.keys()
    assert all(why.en and why.zh for why in FREE_OF_SIDES.values())


def test_every_key_of_a_scenario_is_compared_or_free_for_a_reason() -> None:
    sized = {f"sides.{side}.{key}" for side in ("gpu", "ascend") for key in SIZING}
    settings = {*SIMULATION, "simulation.distribution"}

    assert set(ALL_SCENARIOS) | FREE_OF_SCENARIOS.keys() | sized == LABELS.keys() | settings
    assert not set(ALL_SCENARIOS) & FREE_OF_SCENARIOS.keys()
    assert all(why.en and why.zh for why in FREE_OF_SCENARIOS.values())


def _unequal(**changes: object) -> dict[str, tuple[Value, Value]]:
    pairs = of_sides(load_scenario(golden(**changes)))
    return {pair.path.rpartition(".")[2]: (pair.one, pair.other) for pair in pairs if not pair.is_equal}


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"sides__ascend__redundancy_servers": 0}, {"redundancy_servers": (1, 0)}),
        ({"sides__gpu__headroom": 0.1}, {"headroom": (0.1, 0.3)}),
        ({"sides__gpu__headroom": 0.3}, {}),
        ({"sides__ascend__staff_loading": 1.4}, {"staff_loading": (1, 1.4)}),
        ({"sides__ascend__pue": None}, {"pue": (1.4, None)}),
        ({"sides__ascend__fte_annual_cost": 500_000}, {"fte_annual_cost": (600_000, 500_000)}),
        ({"sides__ascend__rack_includes_power": True}, {"rack_includes_power": (False, True)}),
        ({"sides__ascend__tariff_per_kwh": 0.4, "sides__ascend__server_price": 1}, {}),
    ],
)
def test_what_one_side_has_for_itself_is_told(
    changes: dict[str, object], found: dict[str, tuple[Value, Value]]
) -> None:
    assert _unequal(**changes) == found


def test_what_a_rent_covers_is_not_held_against_it() -> None:
    rented = {"sides__ascend__rent_per_device_hour": 20, "sides__ascend__rack_per_kw_month": 1}

    assert _unequal(**rented) == {}
    assert "rack_per_kw_month" in _unequal(**rented, sides__ascend__rent_without_hosting=True)


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"sides__ascend__redundancy_servers": 0}, "sides.ascend.redundancy_servers"),
        ({"sides__gpu__headroom": 0.2}, "sides.gpu.headroom"),
        ({"headroom": 0.2}, "headroom"),
        ({"demand__growth_annual": 0.3}, "demand.growth_annual"),
        ({"tax_rate": 0.25}, "tax_rate"),
        ({"horizon_months": 48}, "horizon_months"),
        ({"discounting": "mid"}, "discounting"),
        ({"wacc_annual": 0.08}, "wacc_annual"),
        ({"simulation": {"seed": 7}}, "simulation.seed"),
        (
            {"sides__gpu__tokens_per_s_per_device": {"value": 1500, "slo": "TTFT 9 s"}},
            "sides.gpu.tokens_per_s_per_device",
        ),
    ],
)
def test_what_scenarios_should_share_and_do_not_is_told(changes: dict[str, object], path: str) -> None:
    base = load_scenario(golden())

    assert [pair.path for pair in of_scenarios(base, load_scenario(golden(**changes)))] == [path]


def test_what_a_scenario_may_ask_is_not_held_against_it() -> None:
    asked = golden(
        case="gpus_owned", gpu_kept_share=0.3, sides__ascend__tariff_per_kwh=0.4, dual_run_months=6
    )

    assert of_scenarios(load_scenario(golden()), load_scenario(asked)) == ()


def test_prices_of_different_times_exchange_rates_and_service_levels_are_told() -> None:
    scenario = load_scenario(
        golden(
            sides__gpu__server_price={"value": 1, "date": "2024-07", "currency": "USD", "fx_rate": 7.1},
            sides__ascend__server_price={"value": 1, "date": "2026-12-01", "currency": "USD", "fx_rate": 7.3},
            sides__gpu__tokens_per_s_per_device={"value": 1500, "slo": "TTFT 1 s"},
        )
    )

    assert not are_of_one_time(dates(scenario))
    assert exchange_rates(scenario) == {"USD": (7.1, 7.3)}
    assert (levels(scenario).one, levels(scenario).is_equal) == ("TTFT 1 s", False)


@pytest.mark.parametrize(
    ("one", "other", "of_one_time"),
    [
        ("2026", "2026-12-01", True),
        ("2025-12", "2026-12", True),
        ("2025-11", "2026-12", False),
        ("", "2026", True),
    ],
)
def test_prices_within_a_year_are_of_one_time(one: str, other: str, of_one_time: bool) -> None:
    prices = {"sides__gpu__server_price": {"value": 1, "date": one}}
    prices["sides__ascend__server_price"] = {"value": 1, "date": other}

    assert are_of_one_time(dates(load_scenario(golden(**prices)))) is of_one_time
