"""The safe read-only tree that every source becomes: names, sizes, digests, and contents on demand."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Protocol

from migration_engine.intake import skips
from migration_engine.intake.names import shown
from migration_engine.model import Skipped, Source
from migration_engine.value import Value

_UNREAD = "size:"


class Entry(Value, frozen=True):
    """One regular file of the tree. `digest` is the SHA-256 of its content."""

    path: str
    size: int
    digest: str

    @property
    def is_unread(self) -> bool:
        return self.digest.startswith(_UNREAD)


class Contents(Protocol):
    """Where the bytes of an entry come from."""

    def read(self, entry: Entry) -> bytes: ...


class SourceTree(Value, frozen=True):
    """Files in path order, what was left out and why, and where all of it came from."""

    source: Source
    entries: tuple[Entry, ...]
    skipped: tuple[Skipped, ...]
    contents: Contents

    def read(self, entry: Entry) -> bytes:
        return self.contents.read(entry)


class MemoryContents:
    """Contents that are already at hand: rule samples and tests."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files

    def read(self, entry: Entry) -> bytes:
        return self._files[entry.path]


def memory_tree(files: Mapping[str, bytes], *, name: str = "memory") -> SourceTree:
    """A tree of the given contents."""
    entries = (Entry(path, len(data), hashlib.sha256(data).hexdigest()) for path, data in files.items())
    return make_tree(name, "memory", entries, (), MemoryContents(files))


def make_tree(
    name: str,
    kind: str,
    entries: Iterable[Entry],
    skipped: Iterable[Skipped],
    contents: Contents,
    *,
    revision: str = "",
    branch: str = "",
) -> SourceTree:
    """Sort everything and seal it with the hash over paths and contents."""
    ordered = sorted(entries, key=lambda entry: entry.path)
    source = Source(shown(name), kind, root_hash(ordered), revision, branch)
    large = (
        Skipped(entry.path, skips.TOO_LARGE.format(f"{entry.size:,}")) for entry in ordered if entry.is_unread
    )
    left_out = tuple(sorted((*skipped, *large), key=lambda one: one.path))
    return SourceTree(source, tuple(entry for entry in ordered if not entry.is_unread), left_out, contents)


def unread_digest(size: int) -> str:
    """Stands for the content of a file over the size limit, whose bytes no source reads or keeps."""
    return f"{_UNREAD}{size}"


def root_hash(entries: Iterable[Entry]) -> str:
    """Equal for equal paths and contents, whatever they were packed in."""
    total = hashlib.sha256()
    for entry in entries:
        total.update(f"{entry.path}\0{entry.digest}\n".encode())
    return total.hexdigest()
