"""The map's table: the same components under the same filters, sortable and readable without a picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote_plus

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from apps.coupling.findings.words import COUPLING_RANK
from apps.coupling.kept import Key, key_of
from apps.coupling.map.query import MapQuery
from apps.coupling.matching import Matches
from apps.coupling.models import MapComponent, MapSnapshot

MOST_ROWS = 100


@dataclass(frozen=True, slots=True)
class Row:
    """One component with the address that selects it; `cells` are the same whatever is asked."""

    component: MapComponent
    href: str
    cells: SafeString
    is_selected: bool


def rows(snapshot: MapSnapshot, found: Matches, query: MapQuery) -> tuple[Row, ...]:
    """Return the first of the components that pass, in the order that the address asks for."""
    name = query.sort.removeprefix("-")
    listed = sorted(found.shown, key=lambda one: _key(one, name), reverse=query.sort.startswith("-"))
    most = len(listed) if query.all_rows else MOST_ROWS
    begin, kept = query.open_ended("sel"), _kept_cells(key_of(snapshot), get_language())
    return tuple(
        Row(one, begin + quote_plus(one.key), _cells(snapshot, one, kept), one.key == query.sel)
        for one in listed[:most]
    )


def _cells(snapshot: MapSnapshot, one: MapComponent, kept: dict[str, SafeString]) -> SafeString:
    if one.key not in kept:
        shown = {"one": one, "scan": snapshot.scan, "project": snapshot.scan.project}
        kept[one.key] = render_to_string("coupling/map/_cells.html", shown)
    return kept[one.key]


@lru_cache(maxsize=8)
def _kept_cells(_key: Key, _language: str | None) -> dict[str, SafeString]:
    """The cells of a drawing that somebody has asked for, by the component's key."""
    return {}


def _key(one: MapComponent, name: str) -> tuple[int | str, ...]:
    if name == "name":
        return (one.name.casefold(), one.key)
    if name == "layer":
        return (-int(one.layer[1:]), COUPLING_RANK[one.coupling], -one.strong, -one.weak, one.key)
    if name == "coupling":
        return (COUPLING_RANK[one.coupling], -one.strong, -one.weak, one.key)
    number: int = getattr(one, name)
    return (number, one.key)
