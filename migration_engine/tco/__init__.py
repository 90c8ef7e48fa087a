"""Three years of cost: stay on GPU against migrate to Ascend, month by month."""

from migration_engine.tco.evaluate import evaluate
from migration_engine.tco.figure import Figure
from migration_engine.tco.loader import load_scenario
from migration_engine.tco.placeholders import placeholders, starting_scenario
from migration_engine.tco.result import VERSION, Result
from migration_engine.tco.scenario import Scenario

__all__ = [
    "VERSION",
    "Figure",
    "Result",
    "Scenario",
    "evaluate",
    "load_scenario",
    "placeholders",
    "starting_scenario",
]
