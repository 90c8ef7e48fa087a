"""Two sets of inputs are compared, and each change is tried by itself."""

from __future__ import annotations

import pytest

from migration_engine.tco import evaluate, load_scenario
from migration_engine.tco.effects import effects
from tests.engine.tco.samples import golden


def npv(**changes: object) -> float:
    found = evaluate(load_scenario(golden(**changes))).npv_difference
    assert found is not None
    return found


def test_equal_inputs_have_no_effects() -> None:
    found = effects(golden(), golden())

    assert found.changes == ()
    assert found.together == 0
    assert found.interplay == 0


def test_each_change_is_tried_alone_and_the_rest_is_interplay() -> None:
    changes = {"sides__ascend__server_price": 600_000, "sides__ascend__tokens_per_s_per_device": 1200}

    found = effects(golden(), golden(**changes))

    alone = {one.path: one.alone for one in found.changes}
    assert alone == {
        path.replace("__", "."): pytest.approx(npv(**{path: value}) - npv())
        for path, value in changes.items()
    }
    assert found.together == pytest.approx(npv(**changes) - npv())
    assert found.interplay == pytest.approx(found.together - sum(alone.values()))  # type: ignore[arg-type]
    assert abs(found.changes[0].alone) >= abs(found.changes[1].alone)  # type: ignore[arg-type]


def test_rounding_is_no_interplay() -> None:
    changes = {"migration__training": 1234.56, "migration__other_one_off": 77_777.77}

    assert effects(golden(), golden(**changes)).interplay == 0


def test_a_choice_and_an_option_are_inputs_too() -> None:
    found = effects(golden(), golden(case="gpus_owned", sides__gpu__warranty_months=12))

    assert {one.path for one in found.changes} == {"case", "sides.gpu.warranty_months"}
    assert {one.before for one in found.changes} == {"replacement_due", None}
    back = effects(golden(case="gpus_owned", sides__gpu__warranty_months=12), golden())
    assert back.together == pytest.approx(-found.together)  # type: ignore[operator]


def test_another_origin_of_the_same_value_is_no_change() -> None:
    quoted = {"value": 900_000, "origin": "quote"}

    assert effects(golden(), golden(sides__ascend__server_price=quoted)).changes == ()


def test_what_is_unknown_or_makes_no_sense_alone_has_no_effect_of_its_own() -> None:
    larger = golden(demand__peak_tokens_per_s=30_000, demand__mean_tokens_per_s=20_000)

    found = effects(golden(), larger)
    gap = effects(golden(sides__ascend__server_price=None), golden())

    assert {one.path: one.alone is None for one in found.changes} == {
        "demand.peak_tokens_per_s": False,
        "demand.mean_tokens_per_s": True,
    }
    assert found.together is not None
    assert found.interplay is None
    assert gap.changes[0].alone is None
    assert gap.together is None
