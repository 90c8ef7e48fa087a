"""The map's table: the same components under the same filters, sortable and readable without a picture."""

from __future__ import annotations

from dataclasses import dataclass

from apps.coupling.finding import COUPLING_RANK
from apps.coupling.matching import Matches
from apps.coupling.query import MapQuery
from apps.coupling.reach import Dependents, Reach, reach_of
from apps.scans.models import Component


@dataclass(frozen=True, slots=True)
class Row:
    """One component with its reach and the address that selects it."""

    component: Component
    reach: Reach
    href: str
    is_selected: bool


def rows(found: Matches, dependents: Dependents, query: MapQuery) -> tuple[Row, ...]:
    """Return the components that pass, in the order that the address asks for."""
    listed = (
        Row(one, reach_of(dependents, one.key), query.link(sel=one.key), one.key == query.sel)
        for one in found.shown
    )
    name = query.sort.removeprefix("-")
    return tuple(sorted(listed, key=lambda row: _key(row, name), reverse=query.sort.startswith("-")))


def _key(row: Row, name: str) -> tuple[int | str, ...]:
    one = row.component
    if name == "name":
        return (one.name.casefold(), one.key)
    if name == "layer":
        return (-int(one.layer[1:]), COUPLING_RANK[one.coupling], -one.strong, -one.weak, one.key)
    if name == "coupling":
        return (COUPLING_RANK[one.coupling], -one.strong, -one.weak, one.key)
    if name == "reach":
        return (row.reach.reach, one.key)
    number: int = getattr(one, name)
    return (number, one.key)
