"""Reads and scans single entries of a tree: what is done alike here and in other processes."""

from __future__ import annotations

from collections.abc import Callable

from migration_engine.intake import Entry, skips
from migration_engine.intake.tree import Contents
from migration_engine.model import Skipped
from migration_engine.scan.one_file import FileScanner, Outcome

Make = Callable[[], FileScanner]


def outcome_of(scanner: FileScanner, entry: Entry, data: bytes | str) -> Outcome:
    """What the content yields; in its place may stand the reason why it could not be read."""
    return (
        Skipped(entry.path, data) if isinstance(data, str) else scanner.scan(entry.path, data, entry.digest)
    )


def bytes_or_reason(contents: Contents, entry: Entry) -> bytes | str:
    """The content of the entry, or why it cannot be read."""
    try:
        return contents.read(entry)
    except OSError as error:
        return skips.NO_READING.format(error.strerror)
