"""The report of a scan as its project's architects see it."""

from __future__ import annotations

from dataclasses import dataclass

from apps.coupling.models import Override
from apps.scans.models import Scan
from apps.scans.selectors import report_of
from migration_engine.coupling import Overridden, with_overrides
from migration_engine.model import ScanReport


@dataclass(frozen=True, slots=True)
class Applied:
    """What came of the overrides with these ids, and a key that changes when they do."""

    done: Overridden
    ids: list[int]

    @property
    def key(self) -> str:
        """Return a text that is equal for equal overrides: they are never edited."""
        return ",".join(map(str, self.ids))


def overridden(scan: Scan) -> Applied:
    """Return the report of a scan that succeeded under the overrides in force now.

    Raises ScanUnreadable when its document is of another version or gone.
    """
    words = tuple(one.word for one in Override.objects.of(scan.project).in_force())
    done = with_overrides(report_of(scan), words)
    return Applied(done, [int(one.id) for one in words])


def overrides_key(scan: Scan) -> str:
    """Return the key that `overridden` of the scan would have now."""
    ids = Override.objects.of(scan.project).in_force().values_list("pk", flat=True)
    return ",".join(map(str, ids))


def report_under_overrides(scan: Scan) -> ScanReport:
    """Return the scan's report as architects see it: what plan and effort are made from."""
    return overridden(scan).done.report
