"""Scans files in batches, here or in several processes, with the same result."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence

from migration_engine.intake import Entry, SourceTree, skips
from migration_engine.intake.tree import Contents
from migration_engine.model import Skipped
from migration_engine.scan.one_file import FileScanner, Outcome

Make = Callable[[], FileScanner]
_BATCH_BYTES = 1024 * 1024
_SMALL = 200
"""So few files are scanned before another process is there."""


def scanned(tree: SourceTree, entries: Sequence[Entry], make: Make, jobs: int) -> Generator[list[Outcome]]:
    """The outcomes of the entries in their order, a batch at a time."""
    if not entries:
        return
    if jobs > 1 and len(entries) >= _SMALL:
        from migration_engine.scan.pool import by_processes

        yield from by_processes(tree, _batches(entries), make, jobs)
        return
    scanner = make()
    for batch in _batches(entries):
        yield [outcome_of(scanner, entry, bytes_or_reason(tree.contents, entry)) for entry in batch]


def _batches(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Consecutive entries of about one size in bytes: files differ a thousandfold."""
    batch: list[Entry] = []
    held = 0
    for entry in entries:
        batch.append(entry)
        held += entry.size + 512
        if held >= _BATCH_BYTES:
            yield batch
            batch, held = [], 0
    if batch:
        yield batch


def outcome_of(scanner: FileScanner, entry: Entry, data: bytes | str) -> Outcome:
    return (
        Skipped(entry.path, data) if isinstance(data, str) else scanner.scan(entry.path, data, entry.digest)
    )


def bytes_or_reason(contents: Contents, entry: Entry) -> bytes | str:
    try:
        return contents.read(entry)
    except OSError as error:
        return skips.NO_READING.format(error.strerror)
