"""The NPV difference when all inputs that have a range vary at once."""

from __future__ import annotations

import numpy as np

from migration_engine.tco.analysis import Bin, Quantile, Simulation
from migration_engine.tco.drivers import drawn_inputs
from migration_engine.tco.numbers import Array, Numbers
from migration_engine.tco.ranges import certain
from migration_engine.tco.scenario import Scenario
from migration_engine.tco.variants import npv_differences

_BINS = 40
# Of the amount itself: a spread that only rounding makes has no bars.
_NO_SPREAD = 1e-12
# How far around a percentile the density is measured that its error depends on.
_AROUND = 0.02


def simulate(scenario: Scenario) -> Simulation:
    """`scenario.simulation.draws` draws; servers are counted anew in each of them."""
    drawn = drawn_inputs(scenario)
    found = _differences(scenario, drawn)
    if np.isnan(found).any():
        return _without_verdict(scenario)
    positive = float((found > 0).mean())
    low, middle, high = (_quantile(found, share) for share in (0.1, 0.5, 0.9))
    return Simulation(
        draws=scenario.simulation.draws,
        seed=scenario.simulation.seed,
        distribution=scenario.simulation.distribution.value,
        varied=tuple(drawn),
        p10=low,
        p50=middle,
        p90=high,
        mean=float(found.mean()),
        probability_positive=positive,
        probability_error=float(np.sqrt(positive * (1 - positive) / found.size)),
        mean_shortfall=float(-found[found < 0].mean()) if (found < 0).any() else 0.0,
        histogram=_histogram(found),
        certain=tuple(one.path for one in certain(scenario) if one.path not in drawn),
    )


def _differences(scenario: Scenario, drawn: dict[str, Array]) -> Array:
    numbers, draws = Numbers(scenario), scenario.simulation.draws
    if not drawn:
        return np.repeat(npv_differences(numbers, {}), draws)
    return npv_differences(numbers, drawn)


def _quantile(found: Array, share: float) -> Quantile:
    below, value, above = np.quantile(found, [share - _AROUND, share, share + _AROUND]).tolist()
    spacing = (above - below) / (2 * _AROUND)
    return Quantile(value, float(np.sqrt(share * (1 - share) / found.size)) * spacing)


def _histogram(found: Array) -> tuple[Bin, ...]:
    low, high = float(found.min()), float(found.max())
    if high - low <= _NO_SPREAD * max(abs(low), abs(high)):
        return (Bin(low, high, found.size),)
    counts, edges = np.histogram(found, bins=_BINS)
    return tuple(
        Bin(start, end, count)
        for start, end, count in zip(edges[:-1].tolist(), edges[1:].tolist(), counts.tolist(), strict=True)
    )


def _without_verdict(scenario: Scenario) -> Simulation:
    sampling = scenario.simulation
    return Simulation(
        draws=sampling.draws,
        seed=sampling.seed,
        distribution=sampling.distribution.value,
        varied=(),
        p10=None,
        p50=None,
        p90=None,
        mean=None,
        probability_positive=None,
        probability_error=None,
        mean_shortfall=None,
        histogram=(),
    )
