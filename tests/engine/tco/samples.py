"""The golden scenario as a mapping that a test may change."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from migration_engine.tco import Result, evaluate, load_scenario

FOLDER = Path(__file__).parents[2] / "fixtures" / "tco"


def golden(**changes: object) -> dict[str, Any]:
    """The golden mapping; a change is a key path with `__` for the dot."""
    mapping = deepcopy(_stored())
    for path, value in changes.items():
        *groups, last = path.split("__")
        target = mapping
        for group in groups:
            target = target[group]
        target[last] = value
    return mapping


@cache
def _stored() -> dict[str, Any]:
    mapping: dict[str, Any] = yaml.safe_load((FOLDER / "replacement_due.yaml").read_text())
    return mapping


def evaluated(**changes: object) -> Result:
    """What the engine makes of the golden scenario with changes."""
    return evaluate(load_scenario(golden(**changes)))


def head(result: Result, world: str, name: str) -> list[float]:
    """What a cost head moves month by month, month 0 first; `world` is stay or migrate."""
    return [getattr(row, world).get(name, 0.0) for row in result.monthly]
