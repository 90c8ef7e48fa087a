"""Writing a file so that nobody ever meets half of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def written_aside(path: Path, mode: int = 0o600) -> Iterator[IO[bytes]]:
    """A file that takes its name when all went well, and is gone when not. Raises OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    aside = path.with_name(f".{path.name}.{os.urandom(8).hex()}")
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        try:
            yield file
            file.flush()
            aside.replace(path)
        finally:
            aside.unlink(missing_ok=True)
