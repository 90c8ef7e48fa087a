"""Files that can be made again: only our own are read, nobody meets half of one, the oldest go."""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from migration_engine import __version__
from migration_engine.aside import written_aside

_CHECK_BYTES = 4
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_ENGINE = Path(__file__).parent
_SOURCES = (".py", ".yaml", ".csv")
_ENDING = ".made"
_MOST_FILES = 32
_MOST_BYTES = 64 * 1024 * 1024

Made = TypeVar("Made")


def user_cache() -> Path:
    """The folder in which a user's programs keep what they can make again."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if base.startswith("/") else Path.home() / ".cache") / "npu-migrate"


def opened(path: Path) -> IO[bytes] | None:
    """The file, when nobody else can have written it: who does could make a scan say what he likes."""
    try:
        file = os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb")
    except OSError:
        return None
    state = os.fstat(file.fileno())
    if stat.S_ISREG(state.st_mode) and state.st_uid == os.geteuid() and not state.st_mode & _OTHERS_WRITE:
        return file
    file.close()
    return None


def sealed(content: bytes) -> bytes:
    """The content with a check against what disks and crashes do."""
    return zlib.crc32(content).to_bytes(_CHECK_BYTES, "big") + content


def unsealed(content: bytes) -> bytes | None:
    """What was sealed, unless it is broken."""
    check, inner = content[:_CHECK_BYTES], content[_CHECK_BYTES:]
    return inner if zlib.crc32(inner).to_bytes(_CHECK_BYTES, "big") == check else None


def keep_newest(folder: Path, pattern: str, files: int, size: int) -> None:
    """Remove the oldest until no more files and bytes are left. Raises OSError."""
    known = [(one.stat().st_mtime, one.stat().st_size, one) for one in folder.glob(pattern)]
    held = 0
    for number, (_, taken, path) in enumerate(sorted(known, reverse=True)):
        held += taken
        if number >= files or held > size:
            path.unlink(missing_ok=True)


def remembered(
    name: str, told: bytes, kind: type[Made], make: Callable[[], Made], folder: Path | None = None
) -> Made:
    """What `make` gives, as it was given before for what is `told`, or given now and kept for the next time.

    `told` is all that it depends on, but for the engine itself. Without a folder it is kept for the user.
    """
    key = hashlib.sha256(engine_state().encode() + told).hexdigest()[:24]
    path = (folder or user_cache()) / f"{name}-{key}{_ENDING}"
    kept = _kept_at(path, kind)
    return _keep(path, make()) if kept is None else kept


def _kept_at(path: Path, kind: type[Made]) -> Made | None:
    file = opened(path)
    if file is None:
        return None
    try:
        with file:
            made = msgspec.msgpack.decode(unsealed(file.read()) or b"", type=kind)
        os.utime(path)  # the oldest go first
    except (OSError, ValueError, msgspec.DecodeError):
        return None
    return made


def _keep(path: Path, made: Made) -> Made:
    """A cache that fails is no loss."""
    try:
        with written_aside(path) as file:
            file.write(sealed(msgspec.msgpack.encode(made)))
        keep_newest(path.parent, f"*{_ENDING}", _MOST_FILES, _MOST_BYTES)
    except OSError:
        pass
    return made


@cache
def engine_state() -> str:
    """A hash over what anything made by the engine depends on: also a line changed in one of its files."""
    told = repr((__version__, sys.version, sorted(_states(str(_ENGINE)))))
    return hashlib.sha256(told.encode()).hexdigest()


def _states(folder: str) -> Iterator[tuple[str, int, int]]:
    with os.scandir(folder) as items:
        for item in items:
            if item.is_dir():
                yield from _states(item.path)
            elif item.name.endswith(_SOURCES):
                found = item.stat()
                yield item.path, found.st_size, found.st_mtime_ns
