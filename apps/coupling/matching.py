"""Which components of a map pass the filters and the search of a view."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from apps.coupling.filters import Filters
from apps.coupling.findings.columns import Drawn, Mask, findings_of
from apps.coupling.findings.searching import says
from apps.coupling.homes import holding_files
from apps.coupling.kept import components_of
from apps.coupling.models import MapComponent, MapSnapshot

Test = Callable[[MapComponent], bool]


@dataclass(frozen=True, slots=True)
class Matches:
    """All components of the map, and the keys of those that pass."""

    components: tuple[MapComponent, ...]
    keys: frozenset[str]

    @property
    def shown(self) -> tuple[MapComponent, ...]:
        """Return the components that pass, in their stored order."""
        return tuple(one for one in self.components if one.key in self.keys)


def matches(snapshot: MapSnapshot, query: Filters) -> Matches:
    """Apply layer, coupling, rule and search, in memory."""
    components = components_of(snapshot)
    tests = tuple(_tests(snapshot, query, components))
    passing = (one.key for one in components if all(test(one) for test in tests))
    return Matches(components, frozenset(passing))


def _tests(snapshot: MapSnapshot, query: Filters, components: tuple[MapComponent, ...]) -> Iterator[Test]:
    if query.layer:
        yield lambda one: one.layer in query.layer
    if query.coupling:
        yield lambda one: one.mark in query.coupling
    if query.rule:
        with_rule = _with_rule(findings_of(snapshot, snapshot.scan), query.rule)
        yield lambda one: one.key in with_rule
    if query.q:
        found = _found(snapshot, query.q, components)
        yield lambda one: one.key in found


def _found(snapshot: MapSnapshot, text: str, components: tuple[MapComponent, ...]) -> frozenset[str]:
    """Search in names, file paths, rules and symbols."""
    wanted = text.casefold()
    named = {one.key for one in components if wanted in one.key.casefold() or wanted in one.name.casefold()}
    listed = findings_of(snapshot, snapshot.scan)
    return frozenset(named | holding_files(snapshot, text) | _holding(listed, says(listed, text)))


def _with_rule(listed: Drawn, rule: str) -> set[str]:
    columns = listed.columns
    return _holding(listed, columns.of_rule([one == rule for one in columns.rules]) == 1)


def _holding(listed: Drawn, mask: Mask) -> set[str]:
    """The keys of the components that hold any of the findings."""
    columns = listed.columns
    return {columns.components[one].key for one in np.unique(columns["component"][mask]).tolist()}
