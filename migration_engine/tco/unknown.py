"""Which inputs of a scenario nobody has given, and which of them any answer needs."""

from __future__ import annotations

from migration_engine.tco.numbers import Numbers
from migration_engine.tco.scenario import Case, Scenario


def unknown_of(numbers: Numbers) -> tuple[str, ...]:
    """The key paths of the unknown inputs that the scenario uses."""
    return tuple(path for path in numbers.unknown() if is_used(numbers.scenario, path))


def is_used(scenario: Scenario, path: str) -> bool:
    """Whether any answer of this case needs the input."""
    owned = scenario.case is Case.GPUS_OWNED
    if path.startswith("migration.person_days."):
        return path.endswith(".likely")
    if path.startswith("sides.ascend.resale_"):
        return False
    if path.startswith("sides.gpu.resale_"):
        return owned
    return not (owned and path == "sides.gpu.residual_share")
