"""The log of an attempt: its end for the page, what came after, and all of it as a file.

Lines are numbered from 1 over the whole attempt, in the order of the node's batches.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from apps.validation.models import Attempt, JobLog

# A page keeps this many lines; the file has all of them.
SHOWN_LINES = 5000


@dataclass(frozen=True, slots=True)
class Lines:
    """Consecutive lines of a log: the number of the first and the newest batch."""

    lines: list[str]
    first: int
    batch: int

    @property
    def hidden(self) -> int:
        """Return how many lines stand before the first."""
        return self.first - 1


def batches_of(attempt: Attempt) -> QuerySet[JobLog]:
    """Return the batches of an attempt, oldest first."""
    return JobLog.objects.filter(attempt=attempt).order_by("sequence")


def end_of(batches: QuerySet[JobLog], *, after: int = 0) -> Lines | None:
    """Return the last lines behind batch AFTER, at most SHOWN_LINES; None when nothing came."""
    newer = list(_backwards(batches.filter(sequence__gt=after)))
    if not newer:
        return None
    newest = newer[0]
    total = newest.first_line + len(newest.lines) - 1
    lines = [line for batch in reversed(newer) for line in batch.lines][-SHOWN_LINES:]
    return Lines(lines, total - len(lines) + 1, newest.sequence)


def _backwards(batches: QuerySet[JobLog]) -> Iterator[JobLog]:
    """Yield batches from the newest until they hold enough lines."""
    held = 0
    for batch in batches.order_by("-sequence").iterator(chunk_size=50):
        yield batch
        held += len(batch.lines)
        if held >= SHOWN_LINES:
            return


def whole(batches: QuerySet[JobLog]) -> Iterator[str]:
    """Yield every line with its end."""
    for lines in batches.values_list("lines", flat=True).iterator(chunk_size=100):
        yield "".join(f"{line}\n" for line in lines)
