"""Reads a folder in place: never follows a link, never leaves the folder."""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from migration_engine.errors import IntakeRefused
from migration_engine.intake import skips
from migration_engine.intake.known import Known
from migration_engine.intake.limits import SKIPPED_FOLDERS, Limits
from migration_engine.intake.names import shown, unusable
from migration_engine.intake.tree import Entry, SourceTree, make_tree, unread_digest
from migration_engine.model import Skipped
from migration_engine.text import Text

_CHANGED = "it changed during the scan"


class FolderContents:
    """Reads entries from the disk when asked."""

    def __init__(self, root: Path) -> None:
        self._root = os.path.join(root, "")  # noqa: PTH118 (a text: to join paths costs more than to read)

    def read(self, entry: Entry) -> bytes:
        """Raises OSError, also for a file that is no longer the one that was listed."""
        data = read_regular(self._root + entry.path)
        if hashlib.sha256(data).hexdigest() != entry.digest:
            raise OSError(errno.EAGAIN, _CHANGED)
        return data


def read_regular(path: str) -> bytes:
    """The content of a file that is still no link, also when it was swapped after the listing."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:  # without an object for the file, which costs more than to read a small one
        size = os.fstat(descriptor).st_size + 1
        return b"".join(iter(lambda: os.read(descriptor, size), b""))
    finally:
        os.close(descriptor)


def folder_tree(root: Path, limits: Limits, cache: Path | None = None) -> SourceTree:
    """The tree of a folder; with a cache, files that look as they did at the last scan are not read."""
    known = Known(root, cache)
    skipped: list[Skipped] = []
    entries: list[Entry] = []
    for item in _walk(root, skipped):
        if len(entries) + len(skipped) >= limits.entries:
            raise IntakeRefused(
                Text(
                    f"more than {limits.entries:,} entries; scan a part of it instead",
                    f"条目超过 {limits.entries:,} 个，请只扫描其中一部分",
                ),
                place=str(root),
            )
        _take(item, root, limits, entries, skipped, known)
    known.keep()
    return make_tree(root.resolve().name, "folder", entries, skipped, FolderContents(root))


def _walk(root: Path, skipped: list[Skipped]) -> Iterator[os.DirEntry[str]]:
    """Every non-folder below the root; folders are descended into, links and tool folders are not."""
    waiting = [str(root)]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as listing:
                items = sorted(listing, key=lambda item: item.name)
        except OSError as error:
            skipped.append(Skipped(_relative(folder, root), skips.NO_LISTING.format(error.strerror)))
            continue
        for item in items:
            if not item.is_dir(follow_symlinks=False):
                yield item
            elif item.name in SKIPPED_FOLDERS:
                skipped.append(Skipped(_relative(item.path, root), skips.TOOL_FOLDER))
            else:
                waiting.append(item.path)


def _take(
    item: os.DirEntry[str],
    root: Path,
    limits: Limits,
    entries: list[Entry],
    skipped: list[Skipped],
    known: Known,
) -> None:
    path = _below(item.path, root)
    if item.is_symlink():
        reason = skips.SYMBOLIC_LINK
    elif not item.is_file(follow_symlinks=False):
        reason = skips.NO_REGULAR_FILE
    else:
        reason = unusable(path, limits)
    if reason:
        skipped.append(Skipped(shown(path), reason))
        return
    try:
        entries.append(_entry(item, path, limits, known))
    except OSError as error:
        skipped.append(Skipped(path, skips.NO_READING.format(error.strerror)))


def _entry(item: os.DirEntry[str], path: str, limits: Limits, known: Known) -> Entry:
    found = item.stat(follow_symlinks=False)
    if found.st_size > limits.file_bytes:
        return Entry(path, found.st_size, unread_digest(found.st_size))
    if digest := known.digest(path, found):
        entry = Entry(path, found.st_size, digest)
    else:
        data = read_regular(item.path)
        entry = Entry(path, len(data), hashlib.sha256(data).hexdigest())
    known.note(path, found, entry.digest)
    return entry


def _relative(path: str, root: Path) -> str:
    return shown(_below(path, root) or ".")


def _below(path: str, root: Path) -> str:
    """The path without the root, behind which it was listed; `relpath` takes both apart each time."""
    return path[_before(root) :]


@lru_cache(maxsize=1)
def _before(root: Path) -> int:
    return len(os.path.join(root, ""))  # noqa: PTH118 (of a Path it would be no text)
