"""Two sets of inputs in two currencies are brought to one, with the rate said, or amounts are left out."""

from __future__ import annotations

from typing import Any

import pytest

from migration_engine.tco import load_scenario
from migration_engine.tco.effects import effects
from migration_engine.tco.exchange import Rate, exchanged
from migration_engine.tco.keys import BY_PATH
from migration_engine.tco.labels import LABELS, is_money
from tests.engine.tco.samples import evaluated, golden

RATE = 0.14
PRICE = "sides.ascend.server_price"


def in_dollars(**changes: object) -> dict[str, Any]:
    """The golden inputs as a conversion stores them: each amount with the quote that it was."""
    inputs = golden()
    for path in filter(is_money, BY_PATH):
        *groups, last = path.split(".")
        at = inputs
        for group in groups:
            at = at.get(group, {})
        if last in at:
            at[last] = {
                "value": float(f"{at[last] * RATE:.12g}"), "currency": "CNY", "fx_rate": RATE,
                "fx_date": "2026-11-30",
            }  # fmt: skip
    inputs["currency"] = "USD"
    for path, value in changes.items():
        *groups, last = path.split("__")
        at = inputs
        for group in groups:
            at = at[group]
        at[last] = value
    return inputs


def natively(inputs: dict[str, Any]) -> dict[str, Any]:
    """The same amounts with nothing said about what they were quoted in."""
    return {
        key: value
        if not isinstance(value, dict)
        else value["value"]
        if "fx_rate" in value
        else natively(value)
        for key, value in inputs.items()
    }


def test_a_conversion_alone_changes_nothing() -> None:
    found = exchanged(golden(), in_dollars())

    assert found.rate == Rate(RATE, "2026-11-30")
    assert found.apart == ()
    assert effects(found.inputs, in_dollars()).changes == ()


def test_the_way_back_takes_the_same_rate_the_other_way_round() -> None:
    found = exchanged(in_dollars(), golden())

    assert found.rate == Rate(pytest.approx(1 / RATE), "2026-11-30")  # type: ignore[arg-type]
    assert found.apart == ()
    assert effects(found.inputs, golden()).changes == ()


def test_a_new_price_in_the_new_currency_is_compared_by_the_stored_rate() -> None:
    after = in_dollars(sides__ascend__server_price=100_000, sides__gpu__pue=1.5)

    (one, other) = effects(exchanged(golden(), after).inputs, after).changes

    assert {one.path, other.path} == {PRICE, "sides.gpu.pue"}
    price = one if one.path == PRICE else other
    assert (price.before, price.after) == (pytest.approx(900_000 * RATE), 100_000)
    in_yuan = evaluated(sides__ascend__server_price=100_000 / RATE).npv_difference
    assert price.alone == pytest.approx((in_yuan - evaluated().npv_difference) * RATE)  # type: ignore[operator]


def test_without_a_rate_only_what_is_no_amount_is_compared() -> None:
    after = natively(in_dollars(sides__ascend__server_price=100_000, sides__gpu__pue=1.5))

    found = exchanged(golden(), after)

    assert found.rate is None
    assert PRICE in found.apart and "migration.day_rate" in found.apart
    assert "migration.other_one_off" not in found.apart  # nothing is nothing in any currency
    assert [one.path for one in effects(found.inputs, after).changes] == ["sides.gpu.pue"]
    load_scenario(found.inputs | {"simulation": None})


def test_amounts_that_both_quote_in_one_currency_need_no_rate_between_the_two() -> None:
    in_euro = {"value": 780_000, "currency": "EUR", "fx_rate": 7.8}
    dearer = {"value": 132_000, "currency": "EUR", "fx_rate": 1.1}
    before, after = golden(), natively(in_dollars())
    before["sides"]["ascend"]["server_price"], after["sides"]["ascend"]["server_price"] = in_euro, dearer

    found = exchanged(before, after)

    assert PRICE not in found.apart
    (change,) = effects(found.inputs, after).changes
    assert (change.before, change.after) == (pytest.approx(110_000), 132_000)


def test_an_amount_quoted_in_the_later_currency_stands_as_it_was_quoted() -> None:
    before = golden(sides__ascend__server_price={"value": 710_000, "currency": "USD", "fx_rate": 7.1})

    found = exchanged(before, natively(in_dollars()))

    assert found.inputs["sides"]["ascend"]["server_price"] == pytest.approx(100_000)
    assert found.rate == Rate(pytest.approx(1 / 7.1), "")  # type: ignore[arg-type]


def test_the_rate_of_most_amounts_counts_and_the_projects_own_only_where_no_amount_has_one() -> None:
    one_newer = in_dollars(
        sides__ascend__server_price={
            "value": 135_000, "currency": "CNY", "fx_rate": 0.15, "fx_date": "2026-12-01",
        },
        simulation={"exchange_rates": {"CNY": {"value": 0.2, "low": 0.1, "high": 0.3}}},
    )  # fmt: skip

    assert exchanged(golden(), one_newer).rate == Rate(RATE, "2026-11-30")
    assert exchanged(golden(), natively(one_newer)).rate == Rate(0.2, "")


def test_an_unknown_amount_stays_unknown() -> None:
    found = exchanged(golden(sides__ascend__server_price=None), in_dollars())

    (change,) = effects(found.inputs, in_dollars()).changes
    assert (change.path, change.before, change.alone) == (PRICE, None, None)


def test_every_amount_is_known_by_its_unit() -> None:
    money = [path for path in LABELS if is_money(path)]

    assert {"migration.day_rate", "carbon_price_per_t", "sides.gpu.rent_per_device_hour"} <= set(money)
    assert "sides.gpu.pue" not in money
