"""A stream that stops a decompression bomb by what it really delivered."""

from __future__ import annotations

from typing import IO

from migration_engine.errors import IntakeRefused
from migration_engine.intake.limits import Limits
from migration_engine.text import Text


class Metered:
    """Passes reads through and counts them; headers and skipped members count like any other byte."""

    def __init__(self, stream: IO[bytes], limits: Limits, packed_bytes: int, name: str) -> None:
        self._stream = stream
        self._name = name
        # Padding and headers come on top of file contents, hence the doubled ceiling.
        self._ceiling = min(
            2 * limits.expanded_bytes, max(2 * limits.ratio_free_bytes, packed_bytes * limits.ratio)
        )
        self._delivered = 0
        self.looks_like_tar = False

    def read(self, size: int = -1) -> bytes:
        block = self._stream.read(size)
        if not self._delivered:
            self.looks_like_tar = block[257:262] == b"ustar" or not block.strip(b"\0")
        self._delivered += len(block)
        if self._delivered > self._ceiling:
            raise IntakeRefused(
                Text(
                    "the archive expands far beyond its size, as only a decompression bomb does; "
                    "pack the plain source again",
                    "压缩包解压后远超自身大小，只有解压炸弹才会如此；请重新打包纯源码",
                ),
                place=self._name,
            )
        return block
