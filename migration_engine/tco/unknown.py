"""Which inputs of a scenario nobody has given, and which of them any answer needs."""

from __future__ import annotations

from migration_engine.tco.scenario import Case, Scenario


def unknown_of(scenario: Scenario) -> tuple[str, ...]:
    """The key paths of the unknown inputs that the scenario uses."""
    missing = (path for path, figure in scenario.figures() if figure.value is None)
    return tuple(path for path in missing if is_used(scenario, path))


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
