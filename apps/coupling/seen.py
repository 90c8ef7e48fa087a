"""What somebody had seen of the decisions about findings when they decided themselves."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Self

from django.db.models import Max, Q, QuerySet
from django.utils.dateparse import parse_datetime

from apps.coupling.models import TriageChange
from apps.scans.models import Scan


@dataclass(frozen=True, slots=True)
class Seen:
    """The scan that was shown, the newest act of triage on its branch, and when one was last taken back.

    A page carries it as a text; whoever carries none has seen nothing.
    """

    scan: int = 0
    newest: int = 0
    undone: datetime | None = None

    @classmethod
    def now(cls, scan: Scan) -> Self:
        """Return what a page of that scan shows now: it differs after every decision and every undoing."""
        told = _made(scan).aggregate(newest=Max("pk"), undone=Max("undone_at"))
        return cls(scan.number, told["newest"] or 0, told["undone"])

    @classmethod
    def read(cls, text: str) -> Self:
        """Return what a form carried; nothing of it where it makes no sense."""
        scan, _, rest = text.partition("_")
        newest, _, undone = rest.partition("_")
        if not all(one.isascii() and one.isdecimal() and len(one) < 10 for one in (scan, newest)):
            return cls()
        try:
            return cls(int(scan), int(newest), parse_datetime(undone))
        except ValueError:
            return cls()

    def __str__(self) -> str:
        return f"{self.scan}_{self.newest}_{self.undone.isoformat() if self.undone else ''}"

    def since(self, scan: Scan) -> QuerySet[TriageChange]:
        """Return the acts on the scan's branch that were made, or taken back, since then."""
        again = Q(undone_at__gt=self.undone) if self.undone else Q(undone_at__isnull=False)
        return _made(scan).filter(Q(pk__gt=self.newest) | again)


def _made(scan: Scan) -> QuerySet[TriageChange]:
    return TriageChange.objects.filter(project=scan.project_id, branch=scan.branch)
