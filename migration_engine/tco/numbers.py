"""The inputs of many variants of a scenario at once, as arrays that arithmetic can take.

Shapes: an input is (n, 1) where the n variants differ in it and (1, 1) where they don't; what moves by month
is (n, months) or (1, months), month 0 first. Unknown is NaN and stays so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from math import isnan
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from migration_engine.tco.scenario import LicenceUnit, Scenario

Array: TypeAlias = NDArray[np.float64]
Changes: TypeAlias = Mapping[str, Array]

HOURS_PER_MONTH = 730


class Numbers:
    """A scenario's figures by key path, some of them replaced by n values each."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.months: Array = np.arange(scenario.horizon_months + 1, dtype=np.float64)
        figures = dict(scenario.figures())
        values = np.array([one.number for one in figures.values()])
        self._values: dict[str, Array] = dict(zip(figures, values.reshape(-1, 1, 1), strict=True))
        self._made: dict[str, tuple[Array, frozenset[str]]] = {}

    def changed(self, changes: Changes) -> Numbers:
        """The same with n values each at some paths."""
        other = copy(self)
        columns = {path: np.asarray(values, dtype=np.float64) for path, values in changes.items()}
        other._values = {**self._values, **{path: one.reshape(-1, 1) for path, one in columns.items()}}
        other._made = {name: made for name, made in self._made.items() if made[1].isdisjoint(columns)}
        return other

    def once(self, name: str, needs: frozenset[str], make: Callable[[], Array]) -> Array:
        """What `make` gives for the inputs that it needs, made when it is first asked for."""
        if name not in self._made:
            self._made[name] = make(), needs
        return self._made[name][0]

    def __getitem__(self, path: str) -> Array:
        return self._values[path]

    def find(self, path: str) -> Array | None:
        """The values at a path; None where the input is switched off."""
        return self._values.get(path)

    def unknown(self) -> list[str]:
        """The paths of the inputs that nobody has given."""
        return [path for path, values in self._values.items() if isnan(values[0, 0])]

    def side(self, name: str) -> SideNumbers:
        """One of the two worlds, `gpu` or `ascend`."""
        return SideNumbers(self, name)

    @property
    def running(self) -> NDArray[np.bool_]:
        """Which months are months of operation, shape (months,): all but month 0."""
        return self.months >= 1


class SideNumbers:
    """The inputs of one side by their short keys."""

    def __init__(self, numbers: Numbers, name: str) -> None:
        side = numbers.scenario.gpu if name == "gpu" else numbers.scenario.ascend
        self.all = numbers
        self.name = name
        self._at = f"sides.{name}."
        self.licence_unit: LicenceUnit = side.licence_unit
        self.is_rented = side.is_rented
        self.is_hosted = side.is_hosted
        self.pays_power = not (side.rack_includes_power or side.is_hosted)

    def __getitem__(self, key: str) -> Array:
        return self.all[self._at + key]

    def find(self, key: str) -> Array | None:
        """The values of a key; None where the input is switched off."""
        return self.all.find(self._at + key)

    def own(self, key: str) -> Array:
        """The side's own value of a key that the scenario also has for both."""
        found = self.find(key)
        return self.all[key] if found is None else found


def some(amounts: Array) -> bool:
    """Whether any amount is not zero, or unknown; several times as quick as `any`."""
    return bool(np.count_nonzero(amounts))


def times(rate: Array, amount: Array | float) -> Array:
    """The product; a rate of nothing makes nothing of any amount, be it unknown."""
    return np.where(rate == 0, 0.0, rate * amount)


def delayed(by_month: Array, months: Array) -> Array:
    """What was there `months` earlier, (n, months); nothing of month 0 and before, unless it is now."""
    if not some(months):
        return by_month
    if (months >= by_month.shape[1] - 1).all():
        return np.zeros_like(by_month)
    at = np.arange(by_month.shape[1]) - months
    early = _taken(by_month, np.maximum(at, 0))
    return np.where(np.isnan(at), np.nan, np.where(at >= 1, early, 0.0))


def ahead(by_month: Array, months: Array) -> Array:
    """What will be there `months` later, (n, months); the last month stands for all after it."""
    if not some(months):
        return by_month
    last = by_month.shape[1] - 1
    return _taken(by_month, np.minimum(np.arange(last + 1) + months, last))


def _taken(by_month: Array, at: Array) -> Array:
    rows = max(by_month.shape[0], at.shape[0])
    shape = (rows, by_month.shape[1])
    whole = np.nan_to_num(at).astype(np.intp)
    taken = np.take_along_axis(np.broadcast_to(by_month, shape), np.broadcast_to(whole, shape), axis=1)
    return np.where(np.isnan(at), np.nan, taken)
