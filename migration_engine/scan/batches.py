"""Scans files in batches, here or in several processes, with the same result."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from migration_engine.intake import Entry, SourceTree
from migration_engine.scan.entries import Make, bytes_or_reason, outcome_of
from migration_engine.scan.one_file import Outcome

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
