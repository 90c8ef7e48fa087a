"""Files that can be made again: only our own are read, nobody meets half of one, the oldest go."""

from __future__ import annotations

import os
import stat
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

_CHECK_BYTES = 4
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


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


@contextmanager
def written_aside(path: Path) -> Iterator[IO[bytes]]:
    """A file that takes its name when all went well, and is gone when not. Raises OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        aside = Path(file.name)
        try:
            yield file
            file.flush()
            aside.replace(path)
        finally:
            aside.unlink(missing_ok=True)


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
