"""Components that are opened in place: their files over the map, at the place of their card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from apps.coupling.filters import COUPLINGS
from apps.coupling.findings.choice import choice
from apps.coupling.findings.columns import Drawn
from apps.coupling.findings.query import FindingQuery
from apps.coupling.map.card_words import shortened
from apps.coupling.map.query import MapQuery
from apps.coupling.matching import Matches
from apps.coupling.models import MapComponent
from apps.scans.models import SourceFile
from migration_engine.coupling import Card, CouplingMap

COLUMNS, ROWS = 3, 5
FILE_W, FILE_H, GAP, PAD, HEAD = 136, 28, 8, 10, 30
MOST_OPEN = 3
_NAMES = ("none", "weak", "strong")


@dataclass(frozen=True, slots=True)
class DrawnFile:
    """One file of an opened component, with its place in the box."""

    path: str
    name: str
    coupling: str
    findings: int
    x: int
    y: int
    href: str
    is_selected: bool


@dataclass(frozen=True, slots=True)
class Expanded:
    """An opened component: a box over the map with its tightest files."""

    component: MapComponent
    name: str
    x: int
    y: int
    w: int
    h: int
    files: tuple[DrawnFile, ...]
    total: int
    row: int
    column: int
    close: str


def expanded(listed: Drawn, drawn: CouplingMap, query: MapQuery, found: Matches) -> tuple[Expanded, ...]:
    """Return the boxes that the address opens; the cards around them stay where they are."""
    by_key = {one.key: one for one in found.components}
    cards = {card.id: card for card in drawn.cards if not card.is_more}
    keys = [key for key in query.expand if key in by_key and key in cards][:MOST_OPEN]
    return tuple(_box(listed, drawn, cards[key], by_key[key], query) for key in keys)


def _box(listed: Drawn, drawn: CouplingMap, card: Card, component: MapComponent, query: MapQuery) -> Expanded:
    every = _tightest_first(listed, component)
    shown = every[: COLUMNS * ROWS]
    columns = max(1, min(COLUMNS, len(shown)))
    rows = max(1, -(-len(shown) // columns))
    w = max(2 * FILE_W, columns * FILE_W + (columns - 1) * GAP) + 2 * PAD
    h = HEAD + rows * FILE_H + (rows - 1) * GAP + PAD
    rest = tuple(key for key in query.expand if key != component.key)
    return Expanded(
        component=component,
        name=shortened(component.name, w / 12),
        x=min(card.x, drawn.width - PAD - w),
        y=max(0, min(card.y, drawn.height - PAD - h)),
        w=w,
        h=h,
        files=tuple(_files(shown, columns, component, query)),
        total=component.files,
        row=card.row,
        column=card.column,
        close=query.link(expand=rest, file=""),
    )


def _files(
    shown: list[tuple[str, int, int]], columns: int, component: MapComponent, query: MapQuery
) -> Iterator[DrawnFile]:
    for place, (path, tightness, findings) in enumerate(shown):
        row, column = divmod(place, columns)
        yield DrawnFile(
            path=path,
            name=shortened(path.rpartition("/")[2], 9.0),
            coupling=_NAMES[tightness],
            findings=findings,
            x=PAD + column * (FILE_W + GAP),
            y=HEAD + row * (FILE_H + GAP),
            href=query.link(sel=component.key, file=path, tab="findings"),
            is_selected=path == query.file,
        )


def _tightest_first(listed: Drawn, component: MapComponent) -> list[tuple[str, int, int]]:
    """Return path, tightness and open findings of the component's files."""
    known = _bound(listed, component.key)
    paths = SourceFile.objects.filter(component.rows, scan=listed.scan).values_list("path", flat=True)
    every = [(path, *known.get(path, (0, 0))) for path in paths]
    return sorted(every, key=lambda one: (-one[1], -one[2], one[0]))


def _bound(drawn: Drawn, key: str) -> dict[str, tuple[int, int]]:
    """Tightness and open findings of each file that has some."""
    columns = drawn.columns
    mask = choice(drawn, FindingQuery(component=key, found="open", status="all")).passing
    known: dict[str, tuple[int, int]] = {}
    for path, coupling in zip(
        columns["path"][mask].tolist(), columns["coupling"][mask].tolist(), strict=True
    ):
        tight, number = known.get(columns.paths[path], (0, 0))
        known[columns.paths[path]] = (max(tight, _NAMES.index(COUPLINGS[coupling])), number + 1)
    return known
