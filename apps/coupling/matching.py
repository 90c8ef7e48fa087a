"""Which components of a map pass the filters and the search of a view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from apps.coupling.filters import Filters
from apps.coupling.kept import components_of
from apps.coupling.models import MapComponent, MapSnapshot
from apps.scans.models import Finding, Scan, SourceFile

Rows = QuerySet[Finding] | QuerySet[SourceFile]
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
    """Apply layer, coupling, rule and search; costs one query for each of rule and search."""
    components = components_of(snapshot)
    tests = tuple(_tests(snapshot.scan, query, components))
    passing = (one.key for one in components if all(test(one) for test in tests))
    return Matches(components, frozenset(passing))


def _tests(scan: Scan, query: Filters, components: tuple[MapComponent, ...]) -> Iterator[Test]:
    if query.layer:
        yield lambda one: one.layer in query.layer
    if query.coupling:
        yield lambda one: one.coupling in query.coupling
    if query.rule:
        with_rule = _holding(components, Finding.objects.filter(scan=scan, rule=query.rule))
        yield lambda one: one.key in with_rule
    if query.q:
        found = _found(scan, query.q, components)
        yield lambda one: one.key in found


def _found(scan: Scan, text: str, components: tuple[MapComponent, ...]) -> frozenset[str]:
    """Search in names, file paths, rules and symbols."""
    wanted = text.casefold()
    named = {one.key for one in components if wanted in one.key.casefold() or wanted in one.name.casefold()}
    in_files = _holding(components, SourceFile.objects.filter(scan=scan, path__icontains=text))
    said = Q(symbol__icontains=text) | Q(rule__icontains=text) | Q(rule__in=rules_titled(scan, text))
    in_findings = _holding(components, Finding.objects.filter(said, scan=scan))
    return frozenset(named | in_files | in_findings)


def rules_titled(scan: Scan, text: str) -> list[str]:
    """Return the ids of the scan's rules whose title in either language contains TEXT."""
    wanted = text.casefold()
    return [
        rule["id"]
        for rule in scan.rules
        if any(wanted in title.casefold() for title in rule["title"].values())
    ]


def _holding(components: Iterable[MapComponent], rows: Rows) -> set[str]:
    """The keys of the components that hold any of the rows; made-up ones are asked path by path."""
    every = tuple(components)
    own = set(rows.values_list("component__key", flat=True).distinct())
    made = [one for one in every if one.holds]
    paths = set(_paths_in(made, rows)) if made else set()
    return {
        one.key
        for one in every
        if (one.key in own if not one.holds else any(_holds(one, *pair) for pair in paths))
    }


def _paths_in(made: Iterable[MapComponent], rows: Rows) -> Iterable[tuple[str | None, str]]:
    asked = Q()
    for one in made:
        asked |= one.rows
    return rows.filter(asked).values_list("component__key", "path").distinct()


def _holds(one: MapComponent, component: str | None, path: str) -> bool:
    if path in one.holds["paths"]:
        return True
    return component in one.holds["components"] and path not in one.holds["without"]
