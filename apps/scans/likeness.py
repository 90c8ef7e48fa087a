"""Whether a scan reads the same application as the one before: another repository shares next to nothing."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from apps.scans.models import Scan, SourceFile

LEAST_FILES, LEAST_SHARE = 10, 0.1


@dataclass(frozen=True, slots=True)
class Likeness:
    """How many files of a scan the scan before holds too, by path or by content."""

    before: Scan
    shared: int
    files: int


def likeness_of(scan: Scan) -> Likeness | None:
    """Return the likeness where it is suspiciously small; None else, and where too few files tell nothing."""
    before = scan.compared_with
    if before is None:
        return None
    was, now = (SourceFile.objects.filter(scan=one) for one in (before, scan))
    least = min(was.count(), files := now.count())
    if least < LEAST_FILES:
        return None
    shared = now.filter(Q(path__in=was.values("path")) | Q(hash__in=was.values("hash"))).count()
    return Likeness(before, shared, files) if shared < least * LEAST_SHARE else None
