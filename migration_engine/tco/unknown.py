"""Which inputs of a scenario nobody has given, and which of them any answer needs."""

from __future__ import annotations

from migration_engine.tco.idle import idle_because
from migration_engine.tco.numbers import Numbers
from migration_engine.tco.scenario import Scenario


def unknown_of(numbers: Numbers) -> tuple[str, ...]:
    """The key paths of the unknown inputs that the scenario uses."""
    return tuple(path for path in numbers.unknown() if is_used(numbers.scenario, path))


def is_used(scenario: Scenario, path: str) -> bool:
    """Whether any answer of this case needs the input."""
    if path.startswith("migration.person_days."):
        return path.endswith(".likely")
    return idle_because(scenario, path) is None
