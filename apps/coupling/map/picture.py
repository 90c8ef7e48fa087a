"""The map as the template draws it: filters and selection laid over what is still."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from apps.coupling.map.card_words import mark_of
from apps.coupling.map.query import MapQuery
from apps.coupling.map.reach import Highlight
from apps.coupling.map.still import Still, StillCard
from migration_engine.coupling import MapEdge

MOST_PALE_EDGES = 120


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card with its state, which stands in its CSS classes."""

    still: StillCard
    href: str
    classes: str
    is_selected: bool
    is_set: bool


@dataclass(frozen=True, slots=True)
class DrawnEdges:
    """All edges in one state, as one path: hundreds of elements would only cost time."""

    state: str
    d: str


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything that the SVG template needs."""

    still: Still
    cards: tuple[DrawnCard, ...]
    edges: tuple[DrawnEdges, ...]
    edges_shown: int
    route: str


def picture(
    still: Still,
    query: MapQuery,
    keys: frozenset[str],
    lit: Highlight | None,
    spoken_of: frozenset[str],
) -> Picture:
    """Lay filters and selection over the stored map; positions never change.

    `spoken_of` are the components that an architect has spoken of.
    """
    selected = still.home.get(lit.selected, "") if lit else query.sel
    edges = _edges(still, query, _lit_cards(lit, still.home), selected)
    own = next((one.card for one in still.cards if lit and one.card.id == lit.selected), None)
    return Picture(
        still=still,
        cards=tuple(_cards(still, query, keys, lit, spoken_of, selected)),
        edges=tuple(DrawnEdges(state, " ".join(one.d for one in held)) for state, held in edges.items()),
        edges_shown=sum(map(len, edges.values())),
        route=own.route if own and query.mode == "path" else "",
    )


def _cards(
    still: Still,
    query: MapQuery,
    keys: frozenset[str],
    lit: Highlight | None,
    spoken_of: frozenset[str],
    selected: str,
) -> Iterator[DrawnCard]:
    begin = query.open_ended("sel", tab="findings", file="")
    for one in still.cards:
        card = one.card
        state = _state(one.held, lit) if not one.held.isdisjoint(keys) else "is-out"
        told = (
            f"node--{mark_of(card)}",
            state,
            "is-selected" if card.id == selected else "",
            "node--more" if card.is_more else "",
        )
        yield DrawnCard(
            still=one,
            href=begin + one.address,
            classes=" ".join(filter(None, told)),
            is_selected=card.id == selected,
            is_set=card.id in spoken_of,
        )


def _state(held: frozenset[str], lit: Highlight | None) -> str:
    if lit is None:
        return ""
    if held & lit.lit:
        return "is-lit"
    return "is-near" if held & lit.near else "is-dim"


def _lit_cards(lit: Highlight | None, home: Mapping[str, str]) -> frozenset[str]:
    return frozenset(home[one] for one in lit.lit if one in home) if lit else frozenset()


def _edges(still: Still, query: MapQuery, lit: frozenset[str], selected: str) -> Mapping[str, list[MapEdge]]:
    """The heaviest edges pale, and above them every stored edge that belongs to the selection."""
    chosen: dict[str, list[MapEdge]] = {"": [], "is-near": [], "is-lit": []}
    for rank, edge in enumerate(still.drawn.edges):
        state = _edge_state(edge, query.mode, lit, selected)
        if rank < MOST_PALE_EDGES or state:
            chosen[state].append(edge)
    return chosen


def _edge_state(edge: MapEdge, mode: str, lit: frozenset[str], selected: str) -> str:
    if not selected:
        return ""
    if mode != "path" and edge.source in lit and edge.target in lit:
        return "is-lit"
    return "is-near" if selected in (edge.source, edge.target) else ""
