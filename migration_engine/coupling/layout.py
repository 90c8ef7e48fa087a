"""Where lanes and cards lie: five lanes, a grid of equal cards, the strongest first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from migration_engine.coupling.map import Card, Lane, Share
from migration_engine.coupling.reasons import ONLY_DOCUMENTS
from migration_engine.model import Component, Coupling, Layer

FEWEST_COLUMNS, COLUMNS, MOST_CARDS = 4, 6, 18
# Of many full lanes only the two that bind most get a third row: all five then fit one screen.
FEWER_CARDS, LONG_LANES = 12, 2
CARD_W, CARD_H = 136, 46
# Routes run in the gaps, so a gap is wide enough for a line with its arrow head.
GAP, PAD = 16, 16
LABEL_W = 164
# Room for a layer name of two lines, its counts and its bar.
LOWEST_LANE = 92
# Width to height of the frame that the map is shown in: a small scan takes fewer columns and fills it too.
FRAME = 1.5
TOP_DOWN = tuple(reversed(Layer))

_RANK = {Coupling.STRONG: 0, Coupling.WEAK: 1, Coupling.NONE: 2}
Shares = Mapping[str, Share]
Group = tuple[Component, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """Lanes from top to bottom with their cards, still without routes."""

    lanes: tuple[Lane, ...]
    cards: tuple[Card, ...]
    width: int
    height: int


def lay_out(components: Iterable[Component], shares: Shares, left_out: Container[str] = ()) -> Layout:
    """Depends on nothing but its arguments, so the same scan is always drawn alike."""
    by_layer: dict[Layer, list[Component]] = defaultdict(list)
    for component in components:
        by_layer[component.layer].append(component)
    held = {layer: _strongest_first(by_layer[layer], left_out) for layer in TOP_DOWN}
    groups = {layer: _groups(of, most) for (layer, of), most in zip(held.items(), _rooms(held), strict=True)}
    tries = (_in_columns(held, groups, shares, columns) for columns in range(FEWEST_COLUMNS, COLUMNS + 1))
    return min(tries, key=lambda one: abs(one.width / one.height - FRAME))


def ranks(components: Iterable[Component], left_out: Container[str] = ()) -> Mapping[str, int]:
    """Component -> its place in its lane, the strongest first, those that do not migrate last."""
    by_layer: dict[Layer, list[Component]] = defaultdict(list)
    for component in components:
        by_layer[component.layer].append(component)
    return {
        one.id: place
        for held in by_layer.values()
        for place, one in enumerate(_strongest_first(held, left_out))
    }


def _rooms(held: Mapping[Layer, Sequence[Component]]) -> Sequence[int]:
    """How many cards each lane may hold, from top to bottom."""
    full = [layer for layer in TOP_DOWN if len(held[layer]) > FEWER_CARDS]
    binding = sorted(full, key=lambda layer: sum(one.counts.strong for one in held[layer]), reverse=True)
    short = binding[LONG_LANES:]
    return [FEWER_CARDS if layer in short else MOST_CARDS for layer in TOP_DOWN]


def _in_columns(
    held: Mapping[Layer, Sequence[Component]],
    groups_of: Mapping[Layer, Sequence[Group]],
    shares: Shares,
    columns: int,
) -> Layout:
    lanes: list[Lane] = []
    cards: list[Card] = []
    y = row = 0
    for layer in TOP_DOWN:
        groups = groups_of[layer]
        rows = max(1, -(-len(groups) // columns))
        lane = _lane(layer, held[layer], groups, shares, y, rows)
        top = y + (lane.h - _height(rows)) // 2
        cards.extend(
            _card(layer, group, shares, divmod(place, columns), top, row)
            for place, group in enumerate(groups)
        )
        lanes.append(lane)
        y, row = y + lane.h, row + rows
    width = LABEL_W + 2 * PAD + columns * CARD_W + (columns - 1) * GAP
    return Layout(tuple(lanes), tuple(cards), width, y)


def added(shares: Iterable[Share]) -> Share:
    every = tuple(shares)
    return Share(
        strong=sum(share.strong for share in every),
        weak=sum(share.weak for share in every),
        none=sum(share.none for share in every),
        left_out=sum(share.left_out for share in every),
    )


def _strongest_first(held: Iterable[Component], left_out: Container[str]) -> list[Component]:
    return sorted(held, key=lambda one: (one.id in left_out, _place(one)))


def _place(component: Component) -> tuple[int, int, bool, int, str]:
    """Documents come last: nobody looks for them among components to move."""
    counts = component.counts
    documents = any(vote.reason == ONLY_DOCUMENTS for vote in component.layer_votes)
    found = counts.strong + counts.weak
    return _RANK[component.coupling], -found, documents, -component.files, component.id


def _height(rows: int) -> int:
    return rows * CARD_H + (rows - 1) * GAP


def _lane(
    layer: Layer, held: Sequence[Component], groups: Sequence[Group], shares: Shares, y: int, rows: int
) -> Lane:
    return Lane(
        layer=layer,
        y=y,
        h=max(LOWEST_LANE, 2 * PAD + _height(rows)),
        share=added(shares[one.id] for one in held),
        components=len(held),
        shown=sum(len(group) == 1 for group in groups),
    )


def _groups(held: Sequence[Component], most: int) -> tuple[Group, ...]:
    """At most so many; the last one then stands for all that follow."""
    if len(held) <= most:
        return tuple((one,) for one in held)
    return *((one,) for one in held[: most - 1]), tuple(held[most - 1 :])


def _card(
    layer: Layer, group: Group, shares: Shares, cell: tuple[int, int], top: int, first_row: int
) -> Card:
    row, column = cell
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
        y=top + row * (CARD_H + GAP),
        w=CARD_W,
        h=CARD_H,
        route="",
    )
