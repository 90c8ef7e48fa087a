"""What every file of a tree yielded at its last scan: one that did not change is not scanned again."""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import IO

import msgspec

from migration_engine.aside import written_aside
from migration_engine.cache import engine_state, keep_newest, opened, sealed, unsealed
from migration_engine.intake import Entry, skips
from migration_engine.model import RuleSet, Skipped
from migration_engine.scan.one_file import FileScan, Outcome
from migration_engine.scan.search.database import VERSION as SEARCH_VERSION

_MOST_FILES = 64
_MOST_BYTES = 1024 * 1024 * 1024
_TAIL_BYTES = 8
_PASSING = (skips.TOO_SLOW.partition("{}")[0], skips.TOO_MUCH_MEMORY, skips.NO_READING.partition("{}")[0])
"""Skips for what the machine was doing: the next time may go better."""
_BROKEN = (OSError, ValueError, OverflowError, msgspec.DecodeError)


class _Place(msgspec.Struct, array_like=True):
    """Of which content an outcome is, and where it lies in the file, with a check."""

    digest: str
    start: int
    size: int
    check: int
    is_scan: bool


_encode = msgspec.msgpack.Encoder().encode
_scan_in = msgspec.msgpack.Decoder(FileScan).decode
_skip_in = msgspec.msgpack.Decoder(Skipped).decode
_index_in = msgspec.msgpack.Decoder(dict[str, _Place]).decode


class KeptScan:
    """The outcomes of a tree's last scan, one after the other in a file with an index at its end.

    Broken ones are as good as none.
    """

    def __init__(self, folder: Path, name: str, rules: RuleSet, snippets: str, own: frozenset[str]) -> None:
        """Outcomes are of use while engine, rules, wishes and the tree's own packages stay what they were.

        The name is that of the tree, so that one does not take the place of another.
        """
        told = repr((engine_state(), SEARCH_VERSION, name, rules.version, snippets, sorted(own)))
        self._path = folder / f"outcomes-{hashlib.sha256(told.encode()).hexdigest()[:32]}"
        self._index: Mapping[str, _Place] = {}

    def recall(self, entries: Sequence[Entry]) -> dict[str, Outcome]:
        """Path -> outcome of the files that did not change."""
        file = opened(self._path)
        if file is None:
            return {}
        with closing(file), suppress(*_BROKEN):
            self._index = _index_in(_index_of(file))
            return dict(self._recalled(file, entries))
        return {}

    def _recalled(self, file: IO[bytes], entries: Sequence[Entry]) -> Iterator[tuple[str, Outcome]]:
        for entry in entries:
            place = self._index.get(entry.path)
            if place and place.digest == entry.digest and (packed := _at(file, place)):
                with suppress(*_BROKEN):
                    yield entry.path, (_scan_in if place.is_scan else _skip_in)(packed)

    def keep(self, entries: Sequence[Entry], outcomes: Sequence[Outcome], recalled: int) -> None:
        """For the next time; a cache that fails is no loss."""
        with suppress(OSError):
            if recalled == len(entries) == len(self._index):
                os.utime(self._path)
                return
            with written_aside(self._path) as file:
                _write(file, entries, outcomes)
            keep_newest(self._path.parent, "outcomes-*", _MOST_FILES, _MOST_BYTES)


def _write(file: IO[bytes], entries: Sequence[Entry], outcomes: Sequence[Outcome]) -> None:
    index: dict[str, _Place] = {}
    start = 0
    for entry, outcome in zip(entries, outcomes, strict=True):
        if isinstance(outcome, Skipped) and outcome.reason.startswith(_PASSING):
            continue
        packed = _encode(outcome)
        is_scan = isinstance(outcome, FileScan)
        index[entry.path] = _Place(entry.digest, start, len(packed), zlib.crc32(packed), is_scan)
        start += file.write(packed)
    file.write(sealed(_encode(index)))
    file.write(start.to_bytes(_TAIL_BYTES, "big"))


def _index_of(file: IO[bytes]) -> bytes:
    end = file.seek(-_TAIL_BYTES, os.SEEK_END)
    start = int.from_bytes(file.read(_TAIL_BYTES), "big")
    file.seek(start)
    return unsealed(file.read(end - start)) or b""


def _at(file: IO[bytes], place: _Place) -> bytes:
    file.seek(place.start)
    packed = file.read(place.size)
    return packed if zlib.crc32(packed) == place.check else b""
