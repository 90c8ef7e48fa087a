"""The map as the template draws it: each lane, card and edge with its place, words and state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from apps.coupling.map.card_words import counts_of, label_of, more_of, title_of
from apps.coupling.map.query import MapQuery
from apps.coupling.map.reach import Highlight
from migration_engine.coupling import Card, CouplingMap, Lane, MapEdge, Share

MOST_PALE_EDGES = 120
BAR = 112
# Letters of 11.5 units beside the glyph, in widths of the type size.
NAME_ROOM = 9.2


@dataclass(frozen=True, slots=True)
class Bar:
    """One piece of a share bar."""

    coupling: str
    x: float
    w: float


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card with its state; `state` is the CSS class that says how it stands out.

    `mark` is `excluded`, or `set` where an architect has spoken.
    """

    card: Card
    coupling: str
    name: str
    title: str
    label: str
    counts: str
    href: str
    state: str
    matches: bool
    is_selected: bool
    bars: tuple[Bar, ...]
    mark: str = ""

    @property
    def classes(self) -> str:
        """Return the CSS classes beside coupling and state."""
        told = ((" is-selected", self.is_selected), (" node--more", self.card.is_more))
        return "".join(name for name, holds in (*told, (" node--excluded", self.mark == "excluded")) if holds)


@dataclass(frozen=True, slots=True)
class DrawnLane:
    """A lane with its share bar and the part of its files that is strong."""

    lane: Lane
    percent_strong: int
    bars: tuple[Bar, ...]

    @property
    def hidden(self) -> int:
        """Return how many components have no card of their own."""
        return self.lane.components - self.lane.shown


@dataclass(frozen=True, slots=True)
class DrawnEdge:
    """A dependency between two cards; `state` is its CSS class."""

    edge: MapEdge
    state: str


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything that the SVG template needs."""

    width: int
    height: int
    label_width: int
    lanes: tuple[DrawnLane, ...]
    cards: tuple[DrawnCard, ...]
    edges: tuple[DrawnEdge, ...]
    edges_total: int
    route: str


def picture(
    drawn: CouplingMap,
    query: MapQuery,
    keys: frozenset[str],
    lit: Highlight | None,
    marks: Mapping[str, str],
) -> Picture:
    """Lay filters and selection over the stored map; positions never change."""
    home = {component: card.id for card in drawn.cards for component in card.components}
    selected = home.get(lit.selected, "") if lit else query.sel
    cards = tuple(
        replace(_card(card, query, keys, lit, selected), mark=marks.get(card.id, "")) for card in drawn.cards
    )
    own = next((card for card in drawn.cards if lit and card.id == lit.selected), None)
    return Picture(
        width=drawn.width,
        height=drawn.height,
        label_width=drawn.label_width,
        lanes=tuple(_lane(lane) for lane in drawn.lanes),
        cards=cards,
        edges=_edges(drawn, query, _lit_cards(lit, home), selected),
        edges_total=drawn.edges_total,
        route=own.route if own and query.mode == "path" else "",
    )


def bars(share: Share, width: int = BAR) -> tuple[Bar, ...]:
    """Divide WIDTH by the shares; whatever is there at all stays visible."""
    total = share.files or 1
    x = 0.0
    pieces = []
    for coupling, count in (("strong", share.strong), ("weak", share.weak), ("none", share.none)):
        if count:
            w = max(2.0, round(width * count / total, 1))
            pieces.append(Bar(coupling, round(x, 1), min(w, max(2.0, width - x))))
            x += w
    return tuple(pieces)


def _lane(lane: Lane) -> DrawnLane:
    share = lane.share
    return DrawnLane(lane, round(100 * share.strong / (share.files or 1)), bars(share))


def _card(
    card: Card, query: MapQuery, keys: frozenset[str], lit: Highlight | None, selected: str
) -> DrawnCard:
    held = frozenset(card.components)
    fits = bool(held & keys)
    return DrawnCard(
        card=card,
        coupling=card.coupling.value,
        name=more_of(card) if card.is_more else shortened(card.name),
        title=title_of(card),
        label=label_of(card),
        counts=counts_of(card.share),
        href=query.link(sel=card.id, tab="findings", file=""),
        state="is-out" if not fits else _state(held, lit),
        matches=fits,
        is_selected=card.id == selected,
        bars=bars(card.share),
    )


def _state(held: frozenset[str], lit: Highlight | None) -> str:
    if lit is None:
        return ""
    if held & lit.lit:
        return "is-lit"
    return "is-near" if held & lit.near else "is-dim"


def shortened(name: str, room: float = NAME_ROOM) -> str:
    """Return a name that fits ROOM, in widths of the type size, by the rough width of its letters."""
    kept = ""
    for letter in name:
        room -= _width(letter)
        if room < 0:
            return kept[:-1] + "…"
        kept += letter
    return kept


def _width(letter: str) -> float:
    """Return the share of the type size that a letter takes."""
    if ord(letter) > 0x2E80:
        return 1.0
    return 0.3 if letter in "fijlrt.,:;'|()[]/ " else 0.9 if letter in "mwMW@" else 0.6


def _lit_cards(lit: Highlight | None, home: Mapping[str, str]) -> frozenset[str]:
    return frozenset(home[one] for one in lit.lit if one in home) if lit else frozenset()


def _edges(drawn: CouplingMap, query: MapQuery, lit: frozenset[str], selected: str) -> tuple[DrawnEdge, ...]:
    """The heaviest edges pale, and every stored edge that belongs to the selection."""
    chosen = []
    for rank, edge in enumerate(drawn.edges):
        state = _edge_state(edge, query.mode, lit, selected)
        if rank < MOST_PALE_EDGES or state:
            chosen.append(DrawnEdge(edge, state))
    return tuple(sorted(chosen, key=lambda one: bool(one.state)))


def _edge_state(edge: MapEdge, mode: str, lit: frozenset[str], selected: str) -> str:
    if not selected:
        return ""
    if mode != "path" and edge.source in lit and edge.target in lit:
        return "is-lit"
    return "is-near" if selected in (edge.source, edge.target) else ""
