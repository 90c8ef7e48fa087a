"""The plan's work by layer reaches the simulation, as long as the three points are the plan's."""

from __future__ import annotations

from typing import Any

from migration_engine.effort import Range
from migration_engine.tco import load_scenario, simulate, starting_scenario
from migration_engine.tco.placeholders import put
from migration_engine.tco.work import without_layers

LAYERS = {"L1": Range(10, 20, 45), "L2": Range(40, 60, 120)}
WHOLE = Range(50, 80, 165)


def _planned() -> dict[str, Any]:
    tree = starting_scenario(WHOLE)
    days = {
        layer: {"low": one.low, "value": one.likely, "high": one.high, "origin": "scan"}
        for layer, one in LAYERS.items()
    }
    tree["simulation"] = {"days": days}
    put(tree, "sides.ascend.server_price", 900_000)
    return tree


def test_layers_with_work_are_drawn_apart_and_give_the_plan_its_size() -> None:
    scenario = load_scenario(_planned())

    assert [(one.name, one.low, one.value, one.high) for one in scenario.simulation.days] == [
        ("L1", 10, 20, 45),
        ("L2", 40, 60, 120),
    ]
    assert "migration.person_days.likely" in simulate(scenario).varied


def test_layers_that_err_apart_spread_the_answer_less_than_the_whole_does() -> None:
    apart = _planned()
    apart["simulation"]["days_correlation"] = 0.0
    whole = starting_scenario(WHOLE) | {"sides": apart["sides"]}
    for tree in (apart, whole):
        _fix_all_but_the_work(tree)

    narrow, wide = (simulate(load_scenario(tree)) for tree in (apart, whole))

    assert narrow.p90 and narrow.p10 and wide.p90 and wide.p10
    assert narrow.p90.value - narrow.p10.value < wide.p90.value - wide.p10.value


def _fix_all_but_the_work(tree: dict[str, Any]) -> None:
    for key, value in tree.items():
        if key in ("person_days", "simulation") or not isinstance(value, dict):
            continue
        if "low" in value and "value" in value:
            tree[key] = value["value"]
        else:
            _fix_all_but_the_work(value)


def test_whoever_enters_the_work_takes_the_plans_layers_out_and_keeps_layers_of_their_own() -> None:
    planned, own = _planned(), _planned()
    own["simulation"]["days"]["L1"] = {"value": 5, "low": 1, "high": 9}
    planned["simulation"]["seed"] = 7

    without_layers(planned)
    without_layers(own)

    assert planned["simulation"] == {"seed": 7}
    assert own["simulation"]["days"]["L1"]["value"] == 5
