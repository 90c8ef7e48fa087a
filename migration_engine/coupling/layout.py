"""Where lanes and cards lie: five lanes, a grid of equal cards, the strongest first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from migration_engine.coupling.map import Card, Lane, Share
from migration_engine.coupling.reasons import ONLY_DOCUMENTS
from migration_engine.model import Component, Coupling, Layer

COLUMNS, MOST_CARDS = 6, 18
CARD_W, CARD_H = 136, 44
# Routes run in the gaps, so a gap is wide enough for a line with its arrow head.
GAP, PAD = 12, 14
LABEL_W = 150
WIDTH = LABEL_W + 2 * PAD + COLUMNS * CARD_W + (COLUMNS - 1) * GAP
TOP_DOWN = (Layer.BUSINESS, Layer.ORCHESTRATION, Layer.SERVING, Layer.RUNTIME, Layer.COMPUTE)

_RANK = {Coupling.STRONG: 0, Coupling.WEAK: 1, Coupling.NONE: 2}
Shares = Mapping[str, Share]


@dataclass(frozen=True, slots=True)
class Layout:
    """Lanes from top to bottom with their cards, still without routes."""

    lanes: tuple[Lane, ...]
    cards: tuple[Card, ...]
    height: int


def lay_out(components: Iterable[Component], shares: Shares) -> Layout:
    """Depends on nothing but its arguments, so the same scan is always drawn alike."""
    by_layer: dict[Layer, list[Component]] = defaultdict(list)
    for component in components:
        by_layer[component.layer].append(component)
    lanes: list[Lane] = []
    cards: list[Card] = []
    y = row = 0
    for layer in TOP_DOWN:
        held = sorted(by_layer[layer], key=_strongest_first)
        placed = _lane_cards(layer, held, shares, y, row)
        rows = max(1, -(-len(placed) // COLUMNS))
        lanes.append(_lane(layer, held, placed, shares, y, rows))
        cards.extend(placed)
        y, row = y + lanes[-1].h, row + rows
    return Layout(tuple(lanes), tuple(cards), y)


def added(shares: Iterable[Share]) -> Share:
    every = tuple(shares)
    return Share(
        strong=sum(share.strong for share in every),
        weak=sum(share.weak for share in every),
        none=sum(share.none for share in every),
    )


def _strongest_first(component: Component) -> tuple[int, int, bool, int, str]:
    """Documents come last: nobody looks for them among components to move."""
    counts = component.counts
    documents = any(vote.reason == ONLY_DOCUMENTS for vote in component.layer_votes)
    found = counts.strong + counts.weak
    return _RANK[component.coupling], -found, documents, -component.files, component.id


def _lane(
    layer: Layer, held: Sequence[Component], placed: Sequence[Card], shares: Shares, y: int, rows: int
) -> Lane:
    return Lane(
        layer=layer,
        y=y,
        h=2 * PAD + rows * CARD_H + (rows - 1) * GAP,
        share=added(shares[one.id] for one in held),
        components=len(held),
        shown=sum(not card.is_more for card in placed),
    )


def _lane_cards(layer: Layer, held: Sequence[Component], shares: Shares, y: int, row: int) -> list[Card]:
    """At most MOST_CARDS; the last one then stands for all that follow."""
    shown = list(held) if len(held) <= MOST_CARDS else list(held[: MOST_CARDS - 1])
    groups = [(one,) for one in shown]
    if len(shown) < len(held):
        groups.append(tuple(held[len(shown) :]))  # type: ignore[arg-type]
    return [_card(layer, group, shares, place, y, row) for place, group in enumerate(groups)]


def _card(
    layer: Layer, group: Sequence[Component], shares: Shares, place: int, y: int, first_row: int
) -> Card:
    row, column = divmod(place, COLUMNS)
    more = len(group) > 1
    return Card(
        id=f"more:{layer.value}" if more else group[0].id,
        name="" if more else group[0].name,
        layer=layer,
        coupling=min((one.coupling for one in group), key=_RANK.__getitem__),
        share=added(shares[one.id] for one in group),
        findings=sum(one.counts.strong + one.counts.weak for one in group),
        hides=tuple(one.id for one in group) if more else (),
        row=first_row + row,
        column=column,
        x=LABEL_W + PAD + column * (CARD_W + GAP),
        y=y + PAD + row * (CARD_H + GAP),
        w=CARD_W,
        h=CARD_H,
        route="",
    )
