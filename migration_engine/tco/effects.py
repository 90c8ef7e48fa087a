"""What differs between two sets of inputs, and what each change does to the NPV difference."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, TypeAlias

from migration_engine.errors import ScenarioInvalid
from migration_engine.tco.evaluate import evaluate
from migration_engine.tco.labels import LABELS
from migration_engine.tco.loader import load_scenario
from migration_engine.tco.placeholders import put

# Below it, what differs between two sums of money is rounding.
_HALF_A_CENT = 0.005

Inputs: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Effect:
    """One input that differs; `alone` is what the NPV difference gains when only this changes.

    `alone` is None where there is no verdict before or after, or where the change makes no sense by itself.
    """

    path: str
    before: float | str | None
    after: float | str | None
    alone: float | None


@dataclass(frozen=True, slots=True)
class Effects:
    """Every input that differs, the strongest first, and what all of them do together.

    `interplay` is the part of `together` that no change has alone, 0 where only rounding is left of it; None
    where any part is unknown.
    """

    changes: tuple[Effect, ...]
    together: float | None

    @property
    def interplay(self) -> float | None:
        """What the changes do together beyond what each does alone."""
        alone = [one.alone for one in self.changes]
        if self.together is None or None in alone:
            return None
        return _without_dust(self.together - sum(one for one in alone if one is not None))


def effects(before: Inputs, after: Inputs) -> Effects:
    """Compare two mappings that `load_scenario` takes; each change is tried by itself on `before`."""
    start = _npv(before)
    found = [_effect(before, after, path, start) for path in LABELS if differs(before, after, path)]
    together = _gain(start, _npv(after))
    return Effects(tuple(sorted(found, key=lambda one: -abs(one.alone or 0.0))), together)


def differs(before: Inputs, after: Inputs, path: str) -> bool:
    """Whether the plain value at a key path is another."""
    return value_at(before, path) != value_at(after, path)


def value_at(inputs: Inputs, path: str) -> float | str | None:
    """The plain value at a key path; None where it is unknown or left out."""
    found = figure_at(inputs, path)
    value: float | str | None = found.get("value") if isinstance(found, Mapping) else found
    return value


def figure_at(inputs: Inputs, path: str) -> Any:
    """What stands at a key path: a number, a word, a figure with its origin, or None."""
    found: Any = inputs
    for key in path.split("."):
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def _effect(before: Inputs, after: Inputs, path: str, start: float | None) -> Effect:
    tried = deepcopy(dict(before))
    put(tried, path, figure_at(after, path))
    try:
        end = _npv(tried)
    except ScenarioInvalid:  # such as a mean above the peak, until the peak rises too
        end = None
    return Effect(path, value_at(before, path), value_at(after, path), _gain(start, end))


def _gain(start: float | None, end: float | None) -> float | None:
    return None if start is None or end is None else _without_dust(end - start)


def _without_dust(money: float) -> float:
    return money if abs(money) >= _HALF_A_CENT else 0.0


def _npv(inputs: Inputs) -> float | None:
    return evaluate(load_scenario(_without_gaps(inputs))).npv_difference


def _without_gaps(inputs: Inputs) -> dict[str, Any]:
    """An option that the other side leaves out is left out here too, and takes its neutral value."""
    return {
        key: _without_gaps(value) if isinstance(value, Mapping) else value
        for key, value in inputs.items()
        if value is not None
    }
