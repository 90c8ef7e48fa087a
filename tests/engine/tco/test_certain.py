"""What has no range is named as taken as certain, with what a tenth of it would do and where it flips."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from migration_engine.errors import ScenarioInvalid
from migration_engine.tco import Scenario, evaluate, load_scenario, simulate, tornado
from migration_engine.tco.analysis import Swing
from migration_engine.tco.bounds import AMOUNT
from migration_engine.tco.keys import BY_PATH
from tests.engine.tco.samples import golden
from tests.engine.tco.scenarios import mappings

PRICE = "sides.ascend.server_price"


def _certain(**changes: object) -> dict[str, Swing]:
    return {one.path: one for one in tornado(load_scenario(golden(**changes))).certain}


def _difference(scenario: Scenario) -> float:
    found = evaluate(scenario).npv_difference
    assert found is not None
    return found


def test_a_price_without_a_range_is_shown_a_tenth_lower_and_higher() -> None:
    price = _certain()[PRICE]

    assert (price.low, price.value, price.high) == (pytest.approx(810_000), 900_000, pytest.approx(990_000))
    for end, npv in ((810_000, price.npv_low), (990_000, price.npv_high)):
        assert npv == pytest.approx(_difference(load_scenario(golden(sides__ascend__server_price=end))))


def test_every_amount_of_money_that_matters_has_its_switching_value() -> None:
    found = _certain()

    for path in (PRICE, "sides.gpu.server_price", "sides.gpu.licence_annual", "sides.gpu.fte_annual_cost"):
        (switching,) = found[path].switching
        changed = golden(**{path.replace(".", "__"): switching})
        assert _difference(load_scenario(changed)) == pytest.approx(0, abs=0.01)
    # Training would have to pay us: no amount flips the verdict.
    assert found["migration.training"].switching == ()


def test_a_licence_that_is_free_still_has_the_fee_at_which_it_would_not_pay() -> None:
    cheap: dict[str, object] = {"sides__ascend__server_price": 600_000}

    (fee,) = _certain(**cheap)["sides.ascend.licence_annual"].switching

    assert _difference(load_scenario(golden(**cheap))) > 0 and fee > 0
    charged = load_scenario(golden(**cheap, sides__ascend__licence_annual=fee))
    assert _difference(charged) == pytest.approx(0, abs=0.01)


def test_a_whole_number_is_moved_by_one() -> None:
    spare = _certain()["redundancy_servers"]

    assert (spare.low, spare.high) == (0, 2)


def test_what_has_a_range_or_plays_no_part_is_not_taken_as_certain() -> None:
    ranged = {"sides__ascend__server_price": {"value": 900_000, "low": 1, "high": 2_000_000}}

    found = _certain(**ranged, sides__gpu__demand_charge_per_kw_month=40)

    assert PRICE not in found and "sides.gpu.rack_derate" not in found
    assert "sides.gpu.demand_charge_per_kw_month" in found


def test_the_simulation_names_what_every_draw_takes_as_it_is() -> None:
    foreign = {"value": 1_200_000, "currency": "USD", "fx_rate": 7.2}
    rates = {"exchange_rates": {"USD": {"value": 7.2, "low": 6.8, "high": 7.6}}}
    found = simulate(load_scenario(golden(sides__gpu__server_price=foreign, simulation=rates)))

    assert PRICE in found.certain
    assert "sides.gpu.server_price" in found.varied and "sides.gpu.server_price" not in found.certain
    assert not set(found.varied) & set(found.certain)


def test_a_range_around_no_rent_is_refused() -> None:
    with pytest.raises(ScenarioInvalid, match="enter a rent"):
        load_scenario(golden(sides__gpu__rent_per_device_hour={"value": 0, "low": 0, "high": 9}))


@settings(max_examples=8)
@given(mappings())
def test_at_its_switching_value_an_amount_makes_both_futures_cost_the_same(mapping: dict[str, Any]) -> None:
    scenario = load_scenario(mapping)
    # The likely work stays between its ends, and a rent of nothing would be a purchase.
    free = (
        "migration.person_days.likely",
        "sides.gpu.rent_per_device_hour",
        "sides.ascend.rent_per_device_hour",
    )
    every = [one for one in tornado(scenario).every if one.path not in free]
    amounts = [one for one in every if BY_PATH[one.path] == AMOUNT]

    for one in amounts[:4]:
        for switching in one.switching:
            *groups, last = one.path.split(".")
            changed: dict[str, Any] = mapping
            for group in groups:
                changed = changed[group]
            before, changed[last] = changed[last], switching
            there = evaluate(load_scenario(mapping))
            size = abs(there.npv_stay or 0) + abs(there.npv_migrate or 0)
            # The slope of what hardly matters is lost in the rounding of the whole.
            if one.range > 1e-6 * size:
                assert abs(there.npv_difference or 0) <= 1e-6 * size + 1e-3
            changed[last] = before
