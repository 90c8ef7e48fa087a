"""The map's table: the same components under the same filters, sortable and readable without a picture."""

from __future__ import annotations

from dataclasses import dataclass

from apps.coupling.findings.words import COUPLING_RANK
from apps.coupling.map.query import MapQuery
from apps.coupling.matching import Matches
from apps.coupling.models import MapComponent

MOST_ROWS = 100


@dataclass(frozen=True, slots=True)
class Row:
    """One component with the address that selects it."""

    component: MapComponent
    href: str
    is_selected: bool


def rows(found: Matches, query: MapQuery) -> tuple[Row, ...]:
    """Return the first of the components that pass, in the order that the address asks for."""
    name = query.sort.removeprefix("-")
    listed = sorted(found.shown, key=lambda one: _key(one, name), reverse=query.sort.startswith("-"))
    most = len(listed) if query.all_rows else MOST_ROWS
    return tuple(Row(one, query.link(sel=one.key), one.key == query.sel) for one in listed[:most])


def _key(one: MapComponent, name: str) -> tuple[int | str, ...]:
    if name == "name":
        return (one.name.casefold(), one.key)
    if name == "layer":
        return (-int(one.layer[1:]), COUPLING_RANK[one.coupling], -one.strong, -one.weak, one.key)
    if name == "coupling":
        return (COUPLING_RANK[one.coupling], -one.strong, -one.weak, one.key)
    number: int = getattr(one, name)
    return (number, one.key)
