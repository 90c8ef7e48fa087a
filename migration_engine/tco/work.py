"""The work of a plan in a scenario: three points of the whole, and the same by layer for the simulation.

The contract: `simulation.days` holds low, likely and high of each layer with the origin `scan`, as long as
`migration.person_days` is the plan's. Whoever enters one of the three points takes the layers out with it: a
simulation then draws between the points that were entered.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

WORK = "migration.person_days."
"""What the key paths of the three points begin with."""

_ORIGIN = "scan"


def without_layers(inputs: dict[str, Any]) -> None:
    """Take the plan's layers out of a scenario whose work somebody enters; layers of their own stay."""
    simulation = inputs.get("simulation")
    days = simulation.get("days") if isinstance(simulation, dict) else None
    if not isinstance(simulation, dict) or not days:
        return
    if all(isinstance(one, Mapping) and one.get("origin") == _ORIGIN for one in days.values()):
        inputs["simulation"] = {key: value for key, value in simulation.items() if key != "days"}
