"""Three years of cost: stay on GPU against migrate to Ascend, month by month."""

from migration_engine.tco.analysis import Grid, Simulation, Tornado
from migration_engine.tco.evaluate import evaluate
from migration_engine.tco.figure import Figure
from migration_engine.tco.loader import load_scenario
from migration_engine.tco.placeholders import placeholders, starting_scenario
from migration_engine.tco.result import VERSION, Result
from migration_engine.tco.scenario import Scenario
from migration_engine.tco.simulation import simulate
from migration_engine.tco.tornado import grid, tornado

__all__ = [
    "VERSION",
    "Figure",
    "Grid",
    "Result",
    "Scenario",
    "Simulation",
    "Tornado",
    "evaluate",
    "grid",
    "load_scenario",
    "placeholders",
    "simulate",
    "starting_scenario",
    "tornado",
]
