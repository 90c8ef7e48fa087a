"""Keeps the contents of streamed members once each, addressed by hash, in one nameless file."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable
from dataclasses import replace
from types import TracebackType

from migration_engine.errors import IntakeRefused
from migration_engine.intake import skips
from migration_engine.intake.limits import MEBIBYTE, Limits
from migration_engine.intake.names import shown, skipped_folder, tidy, unusable
from migration_engine.intake.tree import Entry, unread_digest
from migration_engine.model import Skipped
from migration_engine.text import Text

_BLOCK = 256 * 1024
ReadBlock = Callable[[int], bytes]


class Spool:
    """Collects members as they stream by and answers for their contents afterwards.

    Small sources stay in memory; larger ones spill into a temporary file that has no name and is
    gone when the process ends.
    """

    def __init__(self, limits: Limits, name: str, packed_bytes: int = 0) -> None:
        self.limits = limits
        self._name = name
        self.entries: dict[str, Entry] = {}
        self._skips: list[Skipped] = []
        self._tools: set[str] = set()
        self._folders: set[str] = set()
        self._packed = packed_bytes
        self._seen = 0
        self._bytes = 0
        self._file = tempfile.SpooledTemporaryFile(max_size=64 * MEBIBYTE)  # noqa: SIM115 (closed by __exit__)
        self._places: dict[str, tuple[int, int]] = {}

    def __enter__(self) -> Spool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def count(self) -> None:
        """One more member was met, of whatever type."""
        self._seen += 1
        if self._seen > self.limits.entries:
            raise IntakeRefused(
                Text(
                    f"more than {self.limits.entries:,} entries; scan a part of the repository instead",
                    f"条目超过 {self.limits.entries:,} 个，请只扫描仓库的一部分",
                ),
                place=self._name,
            )

    def skip(self, name: str, reason: str) -> None:
        """Each member gets its line; the members of a tool's folder share that of the folder."""
        path = shown(tidy(name))
        if reason != skips.TOOL_FOLDER or path not in self._tools:
            self._skips.append(Skipped(path, reason))
        if reason == skips.TOOL_FOLDER:
            self._tools.add(path)

    def skips(self) -> tuple[Skipped, ...]:
        return tuple(self._skips)

    def add(self, name: str, read: ReadBlock) -> None:
        """Take in one regular file, or note why not."""
        if path := self._wanted(name):
            self._store(path, read)

    def add_unread(self, name: str, size: int) -> None:
        """List one file that is larger than any reader takes, where its size is known beforehand."""
        if path := self._wanted(name):
            self.entries[path] = Entry(path, size, unread_digest(size))

    def _wanted(self, name: str) -> str:
        """The path of a file to take in; an empty string when it was noted as skipped."""
        path = tidy(name)
        if folder := skipped_folder(path):
            self.skip(folder, skips.TOOL_FOLDER)
        elif (reason := unusable(path, self.limits)) or (reason := self._taken(path)):
            self.skip(path, reason)
        else:
            self._folders.update(_above(path))
            return path
        return ""

    def _taken(self, path: str) -> str:
        """Why no disk could hold this name beside those that came before, or an empty string."""
        if path in self.entries:
            return skips.SAME_NAME
        if path in self._folders:
            return skips.NAME_OF_A_FOLDER
        return skips.BELOW_A_FILE if any(one in self.entries for one in _above(path)) else ""

    def _store(self, path: str, read: ReadBlock) -> None:
        digest, size, blocks = hashlib.sha256(), 0, []
        while block := read(_BLOCK):
            self._account(path, len(block))
            digest.update(block)
            size += len(block)
            if size <= self.limits.file_bytes:
                blocks.append(block)
        if size <= self.limits.file_bytes:
            self._keep(digest.hexdigest(), b"".join(blocks))
            self.entries[path] = Entry(path, size, digest.hexdigest())
        else:
            self.entries[path] = Entry(path, size, unread_digest(size))

    def _account(self, path: str, size: int) -> None:
        self._bytes += size
        if self._bytes > self.limits.expanded_bytes:
            raise IntakeRefused(
                Text(
                    f"the source expands to more than {self.limits.expanded_bytes // MEBIBYTE:,} MiB; "
                    "leave out data and weights and try again",
                    f"源码展开后超过 {self.limits.expanded_bytes // MEBIBYTE:,} MiB，"
                    "请去掉数据与模型权重后再试",
                ),
                place=shown(path),
            )
        if self._packed and self._bytes > max(self.limits.ratio_free_bytes, self._packed * self.limits.ratio):
            raise IntakeRefused(
                Text(
                    f"the archive expands more than {self.limits.ratio}-fold, "
                    "as only a decompression bomb does; pack the plain source again",
                    f"压缩包解压后超过自身的 {self.limits.ratio} 倍，只有解压炸弹才会如此；请重新打包纯源码",
                ),
                place=shown(path),
            )

    def _keep(self, digest: str, data: bytes) -> None:
        if digest not in self._places:
            start = self._file.seek(0, 2)
            self._file.write(data)
            self._places[digest] = (start, len(data))

    def read(self, entry: Entry) -> bytes:
        start, size = self._places[entry.digest]
        self._file.seek(start)
        return self._file.read(size)

    def without_top_folder(self) -> tuple[Entry, ...]:
        """The entries, less one folder when all of them share it, so that an archive equals its folder."""
        tops = {path.partition("/")[0] for path in self.entries}
        nested = all("/" in path for path in self.entries)
        if not self.entries or len(tops) != 1 or not nested:
            return tuple(self.entries.values())
        top = f"{tops.pop()}/"
        self._skips = [replace(one, path=one.path.removeprefix(top)) for one in self._skips]
        return tuple(replace(entry, path=entry.path.removeprefix(top)) for entry in self.entries.values())


def _above(path: str) -> list[str]:
    """The folders that a path lies in."""
    parts = path.split("/")
    return ["/".join(parts[:depth]) for depth in range(1, len(parts))]
