"""Which components of a scan pass the filters and the search of a map view."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db.models import Q

from apps.coupling.query import MapQuery
from apps.scans.models import Component, Finding, Scan, SourceFile


@dataclass(frozen=True, slots=True)
class Matches:
    """All components of the scan, and the keys of those that pass."""

    components: tuple[Component, ...]
    keys: frozenset[str]

    @property
    def shown(self) -> tuple[Component, ...]:
        """Return the components that pass, in their stored order."""
        return tuple(one for one in self.components if one.key in self.keys)


def matches(scan: Scan, query: MapQuery) -> Matches:
    """Apply layer, coupling, rule and search; costs one query for each of rule and search."""
    components = tuple(Component.objects.filter(scan=scan))
    tests = tuple(_tests(scan, query, components))
    passing = (one.key for one in components if all(test(one) for test in tests))
    return Matches(components, frozenset(passing))


def _tests(
    scan: Scan, query: MapQuery, components: Iterable[Component]
) -> Iterable[Callable[[Component], bool]]:
    if query.layer:
        yield lambda one: one.layer in query.layer
    if query.coupling:
        yield lambda one: one.coupling in query.coupling
    if query.rule:
        with_rule = _holding(Finding.objects.filter(scan=scan, rule=query.rule))
        yield lambda one: one.pk in with_rule
    if query.q:
        found = _found(scan, query.q, components)
        yield lambda one: one.pk in found


def _found(scan: Scan, text: str, components: Iterable[Component]) -> frozenset[int]:
    """Search in names, file paths, rules and symbols."""
    wanted = text.casefold()
    named = {one.pk for one in components if wanted in one.key.casefold() or wanted in one.name.casefold()}
    in_files = _holding(SourceFile.objects.filter(scan=scan, path__icontains=text))
    said = Q(symbol__icontains=text) | Q(rule__icontains=text) | Q(rule__in=rules_titled(scan, text))
    in_findings = _holding(Finding.objects.filter(said, scan=scan))
    return frozenset(named | in_files | in_findings)


def rules_titled(scan: Scan, text: str) -> list[str]:
    """Return the ids of the scan's rules whose title in either language contains TEXT."""
    wanted = text.casefold()
    return [
        rule["id"]
        for rule in scan.rules
        if any(wanted in title.casefold() for title in rule["title"].values())
    ]


def _holding(rows: Iterable[Finding | SourceFile]) -> frozenset[int]:
    return frozenset(rows.values_list("component_id", flat=True).distinct())  # type: ignore[attr-defined]
