"""What of a map's picture is the same whatever is selected or filtered: drawn once for each language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote_plus

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from apps.coupling.kept import Key, drawn_as, key_of
from apps.coupling.map.bars import Bar, bars
from apps.coupling.map.card_words import counts_of, label_of, mark_of, more_of, shortened, title_of
from apps.coupling.models import MapSnapshot
from migration_engine.coupling import Card, CouplingMap, Lane

# Letters of 11.5 units beside the glyph, in widths of the type size.
NAME_ROOM = 9.2


@dataclass(frozen=True, slots=True)
class StillLane:
    """A lane with its share bar and the part of its files that is strong."""

    lane: Lane
    percent_strong: int
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class StillCard:
    """A card: the attributes of its link, and what is drawn within. `address` is its id in an address."""

    card: Card
    held: frozenset[str]
    address: str
    attributes: SafeString
    inside: SafeString


@dataclass(frozen=True, slots=True)
class Still:
    """The map with its lanes, their names and cards as markup; `home` is the card of each component."""

    drawn: CouplingMap
    home: Mapping[str, str]
    lanes: SafeString
    names: SafeString
    cards: tuple[StillCard, ...]


def still_of(snapshot: MapSnapshot) -> Still:
    """Return it in the reader's language; the last few are kept."""
    return _still(key_of(snapshot), get_language())


@lru_cache(maxsize=16)
def _still(key: Key, _language: str | None) -> Still:
    drawn = drawn_as(key)
    shown = {"lanes": _lanes(drawn), "left": drawn.label_width}
    return Still(
        drawn=drawn,
        home={component: card.id for card in drawn.cards for component in card.components},
        lanes=render_to_string("coupling/map/_lanes.html", shown),
        names=render_to_string("coupling/map/_lane_names.html", shown),
        cards=tuple(_card(card) for card in drawn.cards),
    )


def _lanes(drawn: CouplingMap) -> tuple[StillLane, ...]:
    return tuple(
        StillLane(one, round(100 * one.share.strong / (one.share.files or 1)), bars(one.share))
        for one in drawn.lanes
    )


def _card(card: Card) -> StillCard:
    shown = {
        "card": card,
        "coupling": mark_of(card),
        "name": more_of(card) if card.is_more else shortened(card.name, NAME_ROOM),
        "title": title_of(card),
        "counts": counts_of(card.share),
        "bars": bars(card.share),
    }
    return StillCard(
        card=card,
        held=frozenset(card.components),
        address=quote_plus(card.id),
        attributes=_attributes(card),
        inside=render_to_string("coupling/map/_card.html", shown),
    )


def _attributes(card: Card) -> SafeString:
    place = f"translate({card.x} {card.y})"
    return format_html(
        'transform="{}" data-swap data-card="{}" data-row="{}" data-column="{}" aria-label="{}"',
        *(place, card.id, card.row, card.column, label_of(card)),
    )
