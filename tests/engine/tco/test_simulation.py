"""Thousands of draws: repeatable, honest about their error, and each of them a whole evaluation."""

from __future__ import annotations

import numpy as np
import pytest

from migration_engine.effort import Range
from migration_engine.effort.spread import spread_of
from migration_engine.errors import ScenarioInvalid
from migration_engine.tco import Scenario, evaluate, load_scenario, simulate
from migration_engine.tco.draws import draws_of
from migration_engine.tco.drivers import drawn_inputs
from migration_engine.tco.numbers import Numbers
from migration_engine.tco.ranges import ranged
from migration_engine.tco.variants import npv_differences
from tests.engine.tco.samples import golden

PRICE = "sides.ascend.server_price"
TARIFF = "sides.ascend.tariff_per_kwh"
RANGES: dict[str, object] = {
    "sides__ascend__server_price": {"value": 900_000, "low": 500_000, "high": 1_600_000},
    "sides__ascend__tokens_per_s_per_device": {"value": 900, "low": 600, "high": 1500},
    "sides__ascend__tariff_per_kwh": {"value": 0.65, "low": 0.4, "high": 0.9},
    "migration__person_days": {"low": 200, "likely": 420, "high": 900},
    "dual_run_months": {"value": 4, "low": 2, "high": 9},
}


def _scenario(**changes: object) -> Scenario:
    return load_scenario(golden(**(RANGES | changes)))


def test_the_same_seed_gives_the_same_figures_and_another_seed_others() -> None:
    first, again = simulate(_scenario()), simulate(_scenario())
    other = simulate(_scenario(simulation={"seed": 7}))

    assert first == again
    assert (first.seed, other.seed) == (20_261_201, 7)
    assert first.p50 != other.p50


def test_percentiles_are_in_order_and_the_histogram_holds_every_draw() -> None:
    found = simulate(_scenario())

    assert found.p10.value < found.p50.value < found.p90.value
    assert found.p10.value < found.mean < found.p90.value
    assert sum(one.draws for one in found.histogram) == found.draws == 10_000
    assert 0 < found.probability_positive < 1
    assert found.mean_shortfall > 0


def test_each_draw_counts_its_own_servers() -> None:
    scenario = _scenario()
    drawn = draws_of(ranged(scenario), scenario.simulation)
    found = npv_differences(Numbers(scenario), drawn)

    for draw in (0, 17, 4711):
        values = {path.replace(".", "__"): values[draw] for path, values in drawn.items()}
        days = values.pop("migration__person_days__likely")
        values["migration__person_days"] = {"low": 0, "likely": days, "high": days}
        assert found[draw] == pytest.approx(evaluate(load_scenario(golden(**values))).npv_difference)


def test_a_pert_draw_has_the_mean_of_the_three_point_estimate() -> None:
    scenario = _scenario()
    days = draws_of(ranged(scenario), scenario.simulation)["migration.person_days.likely"]

    assert days.mean() == pytest.approx((200 + 4 * 420 + 900) / 6, rel=0.01)
    assert days.min() >= 200 and days.max() <= 900


def test_a_triangular_draw_has_the_mean_of_its_corners() -> None:
    scenario = _scenario(simulation={"distribution": "triangular"})
    days = draws_of(ranged(scenario), scenario.simulation)["migration.person_days.likely"]

    assert days.mean() == pytest.approx((200 + 420 + 900) / 3, rel=0.01)


def test_whole_numbers_stay_whole() -> None:
    scenario = _scenario()
    months = draws_of(ranged(scenario), scenario.simulation)["dual_run_months"]

    assert set(months) <= set(range(2, 10))


def test_one_more_range_leaves_the_draws_of_the_others_as_they_were() -> None:
    fewer, more = _scenario(wacc_annual=0.1), _scenario(wacc_annual={"value": 0.1, "low": 0, "high": 0.2})

    before, after = (draws_of(ranged(one), one.simulation) for one in (fewer, more))

    assert np.array_equal(before[PRICE], after[PRICE])
    assert len(after) == len(before) + 1


@pytest.mark.parametrize("rho", [-0.8, 0.5, 1.0])
def test_inputs_that_are_drawn_together_keep_their_values_and_follow_each_other(rho: float) -> None:
    pair = {"first": PRICE, "second": TARIFF, "rho": rho}
    apart, tied = _scenario(), _scenario(simulation={"correlations": [pair]})

    free, drawn = (draws_of(ranged(one), one.simulation) for one in (apart, tied))

    assert np.array_equal(np.sort(free[PRICE]), np.sort(drawn[PRICE]))
    assert np.corrcoef(drawn[PRICE], drawn[TARIFF])[0, 1] == pytest.approx(rho, abs=0.06)
    assert abs(np.corrcoef(free[PRICE], free[TARIFF])[0, 1]) < 0.05


def test_correlations_that_contradict_each_other_are_refused() -> None:
    paths = [PRICE, TARIFF, "wacc_annual"]
    pairs = [(0, 1, 0.9), (1, 2, 0.9), (0, 2, -0.9)]
    listed = [{"first": paths[a], "second": paths[b], "rho": rho} for a, b, rho in pairs]

    with pytest.raises(ScenarioInvalid, match="contradict each other"):
        _scenario(simulation={"correlations": listed})


def test_without_any_range_every_draw_is_the_evaluation() -> None:
    scenario = load_scenario(golden())

    found = simulate(scenario)

    difference = evaluate(scenario).npv_difference
    assert (found.p10.value, found.p90.value) == (pytest.approx(difference), pytest.approx(difference))
    assert (found.p50.error, found.probability_positive) == (pytest.approx(0, abs=1e-3), 0)


def test_the_error_of_a_percentile_shrinks_with_the_square_root_of_the_draws() -> None:
    few, many = (simulate(_scenario(simulation={"draws": draws})) for draws in (1_000, 100_000))

    assert few.p50.error / many.p50.error == pytest.approx(10, rel=0.35)
    assert abs(few.p50.value - many.p50.value) < 4 * few.p50.error


def test_an_unknown_price_has_no_percentiles() -> None:
    found = simulate(_scenario(sides__gpu__server_price=None))

    assert (found.p10, found.p50, found.p90, found.probability_positive) == (None, None, None, None)
    assert found.histogram == ()


LAYERS = {
    layer: {"low": low, "value": likely, "high": high}
    for layer, low, likely, high in (("L2", 40, 80, 200), ("L3", 60, 140, 300), ("L4", 100, 200, 400))
}
DAYS = "migration.person_days.likely"


def _deviation(rho: float) -> float:
    scenario = _scenario(simulation={"days": LAYERS, "days_correlation": rho})
    return float(drawn_inputs(scenario)[DAYS].std())


def test_layers_that_err_apart_even_out_and_layers_that_err_together_do_not() -> None:
    spread = spread_of([Range(one["low"], one["value"], one["high"]) for one in LAYERS.values()])

    # A PERT draw deviates a little less or more than a sixth of its range.
    assert _deviation(0) == pytest.approx(spread.apart, rel=0.1)
    assert _deviation(1) == pytest.approx(spread.together, rel=0.1)
    assert _deviation(0) < _deviation(0.5) < _deviation(1)


def test_the_layers_give_the_shape_of_the_work_and_the_scenario_its_size() -> None:
    twice = _scenario(
        migration__person_days={"low": 840, "likely": 840, "high": 840}, simulation={"days": LAYERS}
    )

    drawn = drawn_inputs(twice)[DAYS]

    assert np.array_equal(drawn, 2 * drawn_inputs(_scenario(simulation={"days": LAYERS}))[DAYS])
    assert simulate(twice).varied[-1] == DAYS


def test_an_exchange_rate_moves_every_price_in_its_currency() -> None:
    rates = {"USD": {"value": 7.0, "low": 6.0, "high": 9.0}}
    quoted = {"value": 1_200_000, "currency": "USD", "fx_rate": 7.0}
    scenario = _scenario(
        sides__gpu__server_price=quoted,
        sides__gpu__licence_annual=quoted | {"value": 32_500},
        simulation={"exchange_rates": rates},
    )

    drawn = drawn_inputs(scenario)

    rate = drawn["sides.gpu.server_price"] / 1_200_000
    assert np.allclose(drawn["sides.gpu.licence_annual"] / 32_500, rate)
    assert 6 / 7 <= rate.min() < 0.95 < 1.1 < rate.max() <= 9 / 7
    assert "sides.gpu.server_price" in simulate(scenario).varied


def test_a_price_can_follow_the_exchange_rate() -> None:
    rates = {"USD": {"value": 7.0, "low": 6.0, "high": 9.0}}
    pair = {"first": "simulation.exchange_rates.USD", "second": PRICE, "rho": 0.8}
    scenario = _scenario(
        sides__gpu__server_price={"value": 1_200_000, "currency": "USD"},
        simulation={"exchange_rates": rates, "correlations": [pair]},
    )

    drawn = drawn_inputs(scenario)

    assert np.corrcoef(drawn["sides.gpu.server_price"], drawn[PRICE])[0, 1] == pytest.approx(0.8, abs=0.06)


@pytest.mark.parametrize(
    ("simulation", "place"),
    [
        ({"exchange_rates": {"USD": {"value": 7, "high": 8}}}, "simulation.exchange_rates.USD"),
        ({"exchange_rates": {"usd": 7}}, "simulation.exchange_rates.usd"),
        ({"days": {"L9": {"value": 1}}}, "simulation.days.L9"),
        ({"days": {"L2": {"value": 0}}}, "simulation.days.L2.value"),
        ({"days_correlation": -0.2}, "simulation.days_correlation"),
        (
            {"days": LAYERS, "correlations": [{"first": DAYS, "second": PRICE, "rho": 0.5}]},
            "simulation.correlations.0.first",
        ),
    ],
)
def test_drivers_that_nothing_follows_are_refused(simulation: dict[str, object], place: str) -> None:
    with pytest.raises(ScenarioInvalid) as refused:
        _scenario(simulation=simulation)

    assert refused.value.place == place


def test_draws_that_differ_by_rounding_alone_make_one_bar() -> None:
    huge = golden(
        demand__peak_tokens_per_s=1e12,
        demand__mean_tokens_per_s=1e12,
        sides__gpu__server_price=1e15,
        sides__ascend__fte={"value": 2, "low": 1, "high": 3},
    )

    assert [one.draws for one in simulate(load_scenario(huge)).histogram] == [10_000]


def test_a_range_beside_the_likely_work_counts_where_the_plan_gives_none() -> None:
    likely = {"value": 420, "low": 200, "high": 900}
    beside = load_scenario(golden(migration__person_days={"likely": likely}))
    planned = load_scenario(golden(migration__person_days={"low": 200, "likely": 420, "high": 900}))

    assert ranged(beside) == ranged(planned) != ()
