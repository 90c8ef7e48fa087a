"""Writes the scan document piece by piece: a large one is never in memory whole."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from migration_engine.export.document import document_members
from migration_engine.model import ScanReport

_encoded = msgspec.json.Encoder().encode


def document_lines(report: ScanReport) -> Iterator[bytes]:
    """The document in UTF-8, each item of its lists on one line: quick to write, and good to compare."""
    before = b"{\n"
    for key, value in document_members(report):
        yield b'%s "%s": ' % (before, key.encode())
        if isinstance(value, Iterator):
            yield from _listed(value)
        else:
            yield _encoded(value)
        before = b",\n"
    yield b"\n}\n"


def _listed(items: Iterator[object]) -> Iterator[bytes]:
    before = b"[\n  "
    for item in items:
        yield before
        yield _encoded(item)
        before = b",\n  "
    yield b"[]" if before.startswith(b"[") else b"\n ]"
