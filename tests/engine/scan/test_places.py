"""Rows and columns of offsets, counted from one to the next."""

import random

from migration_engine.quick_yaml import Untagged, yaml
from migration_engine.scan.text import Places

TEXT = "a\n\nlong row\n" + "x" * 50 + "\nend"


def _counted(offset: int) -> tuple[int, int]:
    return TEXT.count("\n", 0, offset), offset - (TEXT.rfind("\n", 0, offset) + 1)


def test_any_order_of_offsets_gives_the_same_rows_and_columns():
    places, offsets = Places(TEXT), [*range(len(TEXT) + 1)]
    random.Random(7).shuffle(offsets)
    assert [places.of(offset) for offset in (*offsets, *sorted(offsets), *sorted(offsets, reverse=True))] == [
        _counted(offset) for offset in (*offsets, *sorted(offsets), *sorted(offsets, reverse=True))
    ]


def test_nodes_without_tags_stand_where_the_usual_ones_do():
    text = "a: 1\nb: [yes, 2024-01-01, 'x']\nc: &one {d: ~}\ne: *one\n"
    plain, usual = (list(_told(yaml.compose(text, Loader=loader))) for loader in (Untagged, yaml.CSafeLoader))
    assert plain == usual


def _told(node):
    yield (
        type(node),
        node.start_mark.index,
        node.end_mark.index,
        node.id == "scalar" and (node.value, node.style or ""),
    )
    for child in node.value if node.id != "scalar" else ():
        for one in child if isinstance(child, tuple) else (child,):
            yield from _told(one)
