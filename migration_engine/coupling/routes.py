"""Orthogonal routes that run in the gaps between cards, and pale curves for all other edges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from migration_engine.coupling.layout import GAP
from migration_engine.coupling.map import Card

Point = tuple[int, int]
_RADIUS = 4


def route(cards: Sequence[Card]) -> tuple[tuple[Point, ...], ...]:
    """One polyline for each step of the path; a step within one card draws nothing."""
    return tuple(_step(before, after) for before, after in pairwise(cards) if before.id != after.id)


def svg_path(lines: Iterable[Sequence[Point]]) -> str:
    """The `d` attribute for those polylines, with rounded corners."""
    return " ".join(_rounded(line) for line in lines)


def curve(before: Card, after: Card) -> str:
    """A pale edge: from the facing side of one card to that of the other."""
    x1, x2 = before.x + before.w // 2, after.x + after.w // 2
    if before.row == after.row:
        y, dip = before.y + before.h, before.y + before.h + 2 * GAP
        return f"M{x1} {y}C{x1} {dip} {x2} {dip} {x2} {y}"
    down = before.row < after.row
    y1 = before.y + before.h if down else before.y
    y2 = after.y if down else after.y + after.h
    bend = (y1 + y2) // 2
    return f"M{x1} {y1}C{x1} {bend} {x2} {bend} {x2} {y2}"


def _step(before: Card, after: Card) -> tuple[Point, ...]:
    if before.row == after.row and abs(before.column - after.column) == 1:
        return _sideways(before, after)
    down = before.row <= after.row
    x1, x2 = before.x + before.w // 2, after.x + after.w // 2
    leave, out = _edge(before, bottom=down)
    arrive, into = _edge(after, bottom=not down or before.row == after.row)
    if abs(before.row - after.row) <= 1:
        # Only a gap lies between the two rows: one level stretch in it is enough.
        return _tidy(((x1, leave), (x1, out), (x2, out), (x2, arrive)))
    channel = after.x - GAP // 2
    return _tidy(((x1, leave), (x1, out), (channel, out), (channel, into), (x2, into), (x2, arrive)))


def _sideways(before: Card, after: Card) -> tuple[Point, ...]:
    y = before.y + before.h // 2
    if before.column < after.column:
        return (before.x + before.w, y), (after.x, y)
    return (before.x, y), (after.x + after.w, y)


def _edge(card: Card, *, bottom: bool) -> tuple[int, int]:
    """The y of that side, and of the middle of the gap beyond it."""
    return (card.y + card.h, card.y + card.h + GAP // 2) if bottom else (card.y, card.y - GAP // 2)


def _tidy(points: Sequence[Point]) -> tuple[Point, ...]:
    """Without points that repeat, or that lie on a straight stretch between their neighbours."""
    kept: list[Point] = []
    for point in points:
        if kept and kept[-1] == point:
            continue
        if len(kept) > 1 and _in_line(kept[-2], kept[-1], point):
            kept.pop()
        kept.append(point)
    return tuple(kept)


def _in_line(first: Point, second: Point, third: Point) -> bool:
    return first[0] == second[0] == third[0] or first[1] == second[1] == third[1]


def _rounded(points: Sequence[Point]) -> str:
    pieces = [f"M{points[0][0]} {points[0][1]}"]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        start, end = _towards(corner, before), _towards(corner, after)
        pieces.append(f"L{start[0]} {start[1]}Q{corner[0]} {corner[1]} {end[0]} {end[1]}")
    pieces.append(f"L{points[-1][0]} {points[-1][1]}")
    return "".join(pieces)


def _towards(corner: Point, other: Point) -> Point:
    return corner[0] + _nudge(other[0] - corner[0]), corner[1] + _nudge(other[1] - corner[1])


def _nudge(distance: int) -> int:
    return max(-_RADIUS, min(_RADIUS, distance // 2 if distance >= 0 else -(-distance // 2)))
