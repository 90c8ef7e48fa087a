"""The figures that turn findings into person-days, read from their own documented file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from migration_engine.effort.range import Range
from migration_engine.model import Coupling, EffortClass

_FILE = Path(__file__).with_name("calibration.yaml")


@dataclass(frozen=True, slots=True)
class Calibration:
    """Person-days per effort class, what repetition costs, and what verifying costs."""

    version: str
    classes: Mapping[EffortClass, Range]
    next_place_share: Mapping[EffortClass, float]
    next_file_share: Mapping[EffortClass, float]
    verification: Mapping[Coupling, Range]


@cache
def load_calibration() -> Calibration:
    """The calibration that ships with the engine."""
    raw = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    return Calibration(
        version=raw["version"],
        classes={size: _range(raw["classes"][size]) for size in EffortClass},
        next_place_share={size: raw["next_place_share"][size] for size in EffortClass},
        next_file_share={size: raw["next_file_share"][size] for size in EffortClass},
        verification={
            coupling: _range(raw["verification"][coupling]) for coupling in (Coupling.STRONG, Coupling.WEAK)
        },
    )


def _range(raw: Mapping[str, float]) -> Range:
    return Range(raw["low"], raw["likely"], raw["high"])
