"""What the files of a folder looked like at the last scan: an unchanged one need not be read to know it."""

from __future__ import annotations

import hashlib
import os
import time
from pathlib import Path

import msgspec

from migration_engine import cache
from migration_engine.aside import written_aside

_RACY_NS = 2_000_000_000
"""Clocks of file systems are coarse: what changed so shortly before may change once more unseen."""
_MOST_FILES = 64
_MOST_BYTES = 256 * 1024 * 1024

State = tuple[int, int, int, int]
"""Size, time of the last change to the content and to the file in nanoseconds, and its number on the disk."""


class Listing(msgspec.Struct, array_like=True):
    """When a folder was listed, and each file's state with the digest of its content."""

    at: int = 0
    files: dict[str, tuple[State, str]] = msgspec.field(default_factory=dict)


class Known:
    """The last listing of a folder, and the new one; without a cache, nothing is known."""

    def __init__(self, root: Path, folder: Path | None) -> None:
        name = hashlib.sha256(os.fsencode(root.resolve())).hexdigest()[:32]
        self._path = folder / f"listing-{name}" if folder else None
        self._last = _load(self._path) if self._path else Listing()
        self._new = Listing(time.time_ns())

    def digest(self, path: str, found: os.stat_result) -> str:
        """The digest of an unchanged file, else an empty string."""
        state, digest = self._last.files.get(path, (None, ""))
        settled = max(found.st_mtime_ns, found.st_ctime_ns) < self._last.at - _RACY_NS
        return digest if settled and state == _state(found) else ""

    def note(self, path: str, found: os.stat_result, digest: str) -> None:
        self._new.files[path] = (_state(found), digest)

    def keep(self) -> None:
        """For the next time; a cache that fails is no loss."""
        if self._path is None:
            return
        try:
            with written_aside(self._path) as file:
                file.write(cache.sealed(msgspec.msgpack.encode(self._new)))
            cache.keep_newest(self._path.parent, "listing-*", _MOST_FILES, _MOST_BYTES)
        except OSError:
            return


def _state(found: os.stat_result) -> State:
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino


def _load(path: Path) -> Listing:
    file = cache.opened(path)
    if file is None:
        return Listing()
    with file:
        content = cache.unsealed(file.read(_MOST_BYTES))
    try:
        return msgspec.msgpack.decode(content or b"", type=Listing)
    except msgspec.DecodeError:
        return Listing()
