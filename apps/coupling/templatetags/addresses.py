"""Writes the links of the map and the findings: the present view with one thing changed."""

from __future__ import annotations

from urllib.parse import urlencode

from django import template

from apps.core.templatetags.texts import layer_name
from apps.coupling.address import Address
from apps.coupling.findings.query import FindingQuery
from apps.coupling.graph.query import GraphQuery
from apps.coupling.map.query import MapQuery

register = template.Library()
LINE = 18


@register.simple_tag
def link(query: Address, **changes: str | int) -> str:
    """Return the address of the view with CHANGES; an empty string takes a filter out."""
    emptied = {name: () if _is_set(query, name) and not value else value for name, value in changes.items()}
    return query.link(**emptied)


@register.simple_tag
def toggled(query: Address, name: str, value: str) -> str:
    """Return the address with VALUE switched in the filter NAME."""
    return query.toggled(name, value)


@register.simple_tag
def sorted_by(query: Address, name: str) -> str:
    """Return the address sorted by NAME; asked again, the other way round."""
    sort = f"-{name}" if getattr(query, "sort", "") == name else name
    return query.link(sort=sort, **({"page": 1} if hasattr(query, "page") else {}))


@register.simple_tag
def sort_state(query: Address, name: str) -> str:
    """Return the aria-sort value of a column."""
    sort = getattr(query, "sort", "")
    if sort.removeprefix("-") != name:
        return "none"
    return "descending" if sort.startswith("-") else "ascending"


@register.simple_tag
def kept(query: Address, *names: str) -> list[tuple[str, str]]:
    """Return the parameters that a form must carry along, those in NAMES left out."""
    held = query.parameters().items()
    return [
        (name, one)
        for name, value in held
        if name not in {*names, "page", "finding"}
        for one in (value if isinstance(value, tuple) else (value,))
    ]


@register.simple_tag
def view_of(query: MapQuery, number: int) -> str:
    """Return the address of the view with the scan that it shows, for a form to carry along."""
    return query.link(scan=number).removeprefix("?")


@register.simple_tag
def opened(query: GraphQuery | MapQuery, key: str) -> str:
    """Return the address with a component opened in place, or closed where it is open."""
    return query.opened(key)


@register.simple_tag
def on_graph(component: str, number: int, mode: str) -> str:
    """Return the query string of the graph with a component selected and its dependents lit."""
    return GraphQuery(scan=number, sel=component, mode=mode).link()


@register.simple_tag
def sel_on_map(node: str, component: str, number: int) -> str:
    """Return the query string of the map with a node of the graph selected."""
    chosen = {"scan": number, "sel": component} | ({"file": node} if node != component else {})
    return urlencode(chosen)


@register.simple_tag
def counted(number: int, **asked: str) -> str:
    """Return the query string of the list whose length is a number of the map or of a page about it."""
    coupling = (asked.pop("coupling"),) if "coupling" in asked else ()
    return FindingQuery(scan=number, status="all", coupling=coupling, **asked).link()  # type: ignore[arg-type]


@register.simple_tag
def as_map(query: FindingQuery, **changes: str) -> str:
    """Return the query string of the map under the filters of the findings."""
    return _joined(query.shared_with(MapQuery), changes)


@register.filter
def layer_lines(layer: str) -> list[str]:
    """Return the layer's name in lines that fit beside a lane."""
    name = layer_name(layer)
    return name.split(" ", 1) if len(name) > LINE + 2 else [name]


def _is_set(query: Address, name: str) -> bool:
    return isinstance(getattr(query, name), tuple)


def _joined(address: str, changes: dict[str, str]) -> str:
    more = urlencode({name: value for name, value in changes.items() if value})
    return f"{address}{'&' if address else '?'}{more}" if more else address
