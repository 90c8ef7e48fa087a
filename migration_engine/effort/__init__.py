"""Person-days that the open findings ask for, as a range with its reasons."""

from migration_engine.effort.calibration import load_calibration
from migration_engine.effort.estimate import ComponentEffort, Estimate, Reason, estimate
from migration_engine.effort.range import NOTHING, Range
from migration_engine.effort.spread import Spread, spread_of

__all__ = [
    "NOTHING",
    "ComponentEffort",
    "Estimate",
    "Range",
    "Reason",
    "Spread",
    "estimate",
    "load_calibration",
    "spread_of",
]
