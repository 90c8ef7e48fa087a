"""The golden case, figure by figure."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from migration_engine.tco import Result, evaluate, load_scenario
from migration_engine.tco.numbers import Numbers
from migration_engine.tco.variants import RATIO, npv_differences
from tests.engine.tco.samples import FOLDER, golden


def _result(**changes: object) -> Result:
    return evaluate(load_scenario(golden(**changes)))


def _leaves(tree: Any, path: str = "") -> dict[str, Any]:
    if not isinstance(tree, dict):
        return {path: tree}
    return {key: leaf for name in tree for key, leaf in _leaves(tree[name], f"{path}/{name}").items()}


def test_it_reproduces_every_expected_figure_to_a_billionth() -> None:
    expected = _leaves(json.loads((FOLDER / "replacement_due.expected.json").read_text()))

    got = _leaves(_result().to_dict())

    assert {path: got[path] for path in expected} == {
        path: value if value is None else pytest.approx(value, rel=1e-9) for path, value in expected.items()
    }


def test_the_fractional_break_even_matches_the_closed_form_by_hand() -> None:
    """What one Ascend server costs over its life, and what doesn't depend on how many there are."""
    rate = 1.1 ** (1 / 12) - 1
    worth = [(1 - (1 + rate) ** -months) / rate for months in (4, 36)]
    a_server = -(900_000 + (3_321.5 + 3_900 + 6_000) * worth[1] - 90_000 / 1.1**3)
    fixed = -(420 * 2500 + 150_000 + 194_317.40 * worth[0] + 100_000 * worth[1])

    result = _result()

    servers = (result.npv_stay - fixed) / a_server
    ratio = 12_000 / ((servers - 1) * 8 * 0.7 * 1500)
    assert ratio == pytest.approx(0.580298, abs=5e-7)
    assert result.breakeven_throughput_ratio.fractional == pytest.approx(ratio, rel=1e-12)


def test_the_closed_form_is_what_halving_finds() -> None:
    numbers, (low, high) = Numbers(load_scenario(golden())), (0.1, 2.0)
    for _ in range(60):
        middle = (low + high) / 2
        pays = npv_differences(numbers, {RATIO: np.array([middle])}, whole=False)[0] >= 0
        low, high = (low, middle) if pays else (middle, high)

    assert _result().breakeven_throughput_ratio.fractional == pytest.approx(high, abs=1e-12)


@pytest.mark.parametrize(
    ("changes", "ratio"),
    [({"migration__training": 50e6}, None), ({"sides__ascend__servers_per_fte": 1.5}, "floor")],
)
def test_where_no_straight_line_leads_to_it_the_break_even_is_none_or_searched(
    changes: dict[str, object], ratio: str | None
) -> None:
    floor = {"sides__ascend__fte_floor": 3.0} if ratio else {}
    found = _result(**changes, **floor).breakeven_throughput_ratio.fractional

    if ratio is None:
        assert found is None
    else:
        numbers = Numbers(load_scenario(golden(**changes, **floor)))
        around = np.array([found * 0.99, found * 1.01])
        below, above = npv_differences(numbers, {RATIO: around}, whole=False)
        assert below < 0 < above


def test_whole_servers_make_the_break_even_a_staircase() -> None:
    steps = {step.servers: step for step in _result().breakeven_throughput_ratio.steps}

    assert {count: round(steps[count].npv_difference) for count in (5, 4, 3, 2)} == {
        5: -1914633,
        4: -669920,
        3: 574794,
        2: 1819507,
    }
    assert steps[4].ratio_from == pytest.approx(12000 / (24 * 0.7 * 1500))
    assert steps[3].ratio_from == pytest.approx(12000 / (16 * 0.7 * 1500))


@pytest.mark.parametrize(("tokens", "servers"), [(600, 5), (900, 4), (1073, 3), (2250, 2)])
def test_a_step_of_the_staircase_is_what_evaluating_at_its_ratio_gives(tokens: float, servers: int) -> None:
    step = {step.servers: step for step in _result().breakeven_throughput_ratio.steps}[servers]

    result = _result(sides__ascend__tokens_per_s_per_device=tokens)

    assert result.servers.ascend == servers
    assert result.npv_difference == pytest.approx(step.npv_difference, rel=1e-9)


def test_owned_gpus_are_neither_bought_nor_written_off_only_sold() -> None:
    due, owned = _result(), _result(case="gpus_owned")

    purchase, residual = 3 * 1_200_000, 0.1 * 3 * 1_200_000
    resale = 0.35 * 3 * 1_200_000 / 1.1 ** (4 / 12)
    assert owned.npv_stay == pytest.approx(due.npv_stay + purchase - residual / 1.1**3)
    assert owned.npv_migrate == pytest.approx(due.npv_migrate + resale)
    assert owned.payback_month is None


def test_emissions_need_a_grid_factor() -> None:
    assert _result().co2_t_per_year.gpu is None

    known = _result(grid_factor_kg_per_kwh=0.5366).co2_t_per_year

    assert (known.gpu, known.ascend) == (pytest.approx(118.455523), pytest.approx(131.617248))


def test_a_cheap_migration_pays_back_and_has_a_rate_of_return() -> None:
    result = _result(migration__training=0, migration__day_rate=100, sides__ascend__server_price=600000)

    assert result.npv_difference is not None and result.npv_difference > 0
    assert result.payback_month == 0 or result.monthly[result.payback_month - 1].cumulative_difference < 0
    assert all(row.cumulative_difference >= 0 for row in result.monthly[result.payback_month :])
