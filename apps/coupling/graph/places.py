"""Where the nodes of the graph lie: five lanes, the tightest first, the same whatever is filtered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import ceil, sqrt

from apps.coupling.filters import LAYERS
from apps.coupling.models import MapComponent

COLUMNS, ROWS = 12, 5
NODE_W, NODE_H = 150, 38
STEP_X, STEP_Y, GAP = 174, 58, 46
FILE_W, FILE_H, FILE_STEP_X, FILE_STEP_Y = 132, 26, 142, 34
FRONT = COLUMNS * ROWS
TRACKS = 5

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Lane:
    """One layer's band, from `y` for `h` units."""

    layer: str
    y: int
    h: int


def lanes_of(components: Iterable[MapComponent]) -> tuple[Lane, ...]:
    """Return the bands from top to bottom, as high as the components of the whole map need."""
    held = Counter(one.layer for one in components)
    lanes, y = [], 0
    for layer in LAYERS:
        rows = max(1, min(ROWS, ceil(held[layer] / COLUMNS)))
        h = rows * STEP_Y + GAP
        lanes.append(Lane(layer, y, h))
        y += h
    return tuple(lanes)


def place_of(one: MapComponent, lanes: Mapping[str, Lane]) -> tuple[int, int]:
    """Return the middle of a component's node: the first of a lane side by side, the rest to their right."""
    lane = lanes[one.layer]
    if one.rank < FRONT:
        row, column = divmod(one.rank, COLUMNS)
    else:
        behind, row = divmod(one.rank - FRONT, ROWS)
        column = COLUMNS + behind
    row = min(row, (lane.h - GAP) // STEP_Y - 1)
    return column * STEP_X + NODE_W // 2, lane.y + GAP // 2 + row * STEP_Y + STEP_Y // 2


def bends(source: Point, target: Point, track: int) -> tuple[Point, ...]:
    """Return the corners of a way between two nodes of a lane, in the gaps: behind others nobody sees it.

    TRACK spreads the ways that share a gap. From side to side it runs above the row, else from the facing
    sides through the gap to the left of the target's column.
    """
    spread = track % TRACKS * 3 - 3 * (TRACKS // 2)
    (x1, y1), (x2, y2) = source, target
    half = STEP_Y // 2
    if y1 == y2:
        return (x1, y1 - half + spread), (x2, y1 - half + spread)
    way = 1 if y1 < y2 else -1
    leave, arrive = y1 + way * half + spread, y2 - way * half + spread
    if leave == arrive:
        return (x1, leave), (x2, leave)
    channel = x2 - STEP_X // 2 + spread
    return (x1, leave), (channel, leave), (channel, arrive), (x2, arrive)


def file_places(count: int, x: int, y: int) -> list[tuple[int, int]]:
    """Return the middles of COUNT files in a block that begins where their component's node stands."""
    columns = max(1, ceil(sqrt(count / 2)))
    left, top = x - NODE_W // 2 + FILE_W // 2, y
    return [
        (left + place % columns * FILE_STEP_X, top + place // columns * FILE_STEP_Y) for place in range(count)
    ]
