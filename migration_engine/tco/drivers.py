"""What moves several inputs at once in a simulation: exchange rates, and the layers of the work."""

from __future__ import annotations

import numpy as np

from migration_engine.tco.draws import draws_of
from migration_engine.tco.numbers import Array
from migration_engine.tco.ranges import DAYS, Ranged, ranged
from migration_engine.tco.scenario import Driver, Scenario


def drawn_inputs(scenario: Scenario) -> dict[str, Array]:
    """The draws of every input that varies by itself or with a driver, by key path."""
    sampling = scenario.simulation
    alone = [one for one in ranged(scenario) if not (sampling.days and one.path == DAYS)]
    moving = [one for one in (*sampling.exchange_rates, *sampling.days) if one.low < one.high]
    drivers = [Ranged(one.path, "", one.value, one.low, one.high) for one in moving]
    drawn = draws_of([*alone, *drivers], sampling)
    inputs = {one.path: drawn[one.path] for one in alone}
    return inputs | _work(scenario, drawn) | _priced(scenario, inputs, drawn)


def _work(scenario: Scenario, drawn: dict[str, Array]) -> dict[str, Array]:
    """The layers added up; their shape counts, the size is that of the likely work."""
    layers = scenario.simulation.days
    if not any(one.path in drawn for one in layers):
        return {}
    likely = sum(one.value for one in layers)
    added = np.sum([_drawn(one, drawn) for one in layers], axis=0)
    return {DAYS: scenario.migration.person_days.likely.number * added / likely}


def _priced(scenario: Scenario, inputs: dict[str, Array], drawn: dict[str, Array]) -> dict[str, Array]:
    """Every figure in a foreign currency, at the rate of the draw."""
    rates = {
        one.name: drawn[one.path] / one.value
        for one in scenario.simulation.exchange_rates
        if one.path in drawn
    }
    return {
        path: inputs.get(path, figure.number) * rates[figure.currency]
        for path, figure in scenario.figures()
        if figure.currency in rates and figure.value is not None
    }


def _drawn(one: Driver, drawn: dict[str, Array]) -> Array:
    return drawn.get(one.path, np.array([one.value]))
