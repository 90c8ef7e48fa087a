"""Components that are opened in place: their files over the map, at the place of their card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Case, Count, IntegerField, Max, Q, Value, When

from apps.coupling.findings.words import COUPLING_RANK
from apps.coupling.map.card_words import shortened
from apps.coupling.map.query import MapQuery
from apps.coupling.matching import Matches
from apps.coupling.models import MapComponent
from apps.scans.models import Finding, Scan, SourceFile
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


def expanded(scan: Scan, drawn: CouplingMap, query: MapQuery, found: Matches) -> tuple[Expanded, ...]:
    """Return the boxes that the address opens; the cards around them stay where they are."""
    by_key = {one.key: one for one in found.components}
    cards = {card.id: card for card in drawn.cards if not card.is_more}
    keys = [key for key in query.expand if key in by_key and key in cards][:MOST_OPEN]
    return tuple(_box(scan, drawn, cards[key], by_key[key], query) for key in keys)


def _box(scan: Scan, drawn: CouplingMap, card: Card, component: MapComponent, query: MapQuery) -> Expanded:
    every = _tightest_first(scan, component)
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


def _tightest_first(scan: Scan, component: MapComponent) -> list[tuple[str, int, int]]:
    """Return path, tightness and open findings of the component's files."""
    others = [rule["id"] for rule in scan.rules if rule.get("kind", "coupling") != "coupling"]
    binding = Finding.objects.filter(component.rows, scan=scan, status="open").exclude(rule__in=others)
    tight = Max(Case(*_whens(), default=Value(0), output_field=IntegerField()))
    counted = binding.values("path").annotate(tight=tight, number=Count("pk"))
    known = {row["path"]: (row["tight"], row["number"]) for row in counted}
    paths = SourceFile.objects.filter(component.rows, scan=scan).values_list("path", flat=True)
    every = [(path, *known.get(path, (0, 0))) for path in paths]
    return sorted(every, key=lambda one: (-one[1], -one[2], one[0]))


def _whens() -> Iterator[When]:
    for coupling, rank in COUPLING_RANK.items():
        yield When(Q(coupling=coupling), then=Value(2 - rank))
