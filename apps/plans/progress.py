"""How far each wave is, scan by scan: what is open in its components."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F, Sum

from apps.plans.selectors import board_for
from apps.projects.models import Project
from apps.scans.models import Component, Scan
from migration_engine.text import Text

MOST = 6


@dataclass(frozen=True, slots=True)
class WaveRow:
    """A wave with its open findings after each scan, the oldest first."""

    number: int
    title: Text
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """The last scans of a branch, and a row for each wave; `is_adopted` tells a plan from a suggestion."""

    scans: tuple[Scan, ...]
    rows: tuple[WaveRow, ...]
    is_adopted: bool


def progress_of(project: Project, branch: str | None) -> Progress | None:
    """Return the progress of the waves; None without a finished scan."""
    board = board_for(project)
    if board is None:
        return None
    done = Scan.objects.of(project).succeeded()
    done = done.filter(branch=board.newest.branch if branch is None else branch)
    scans = tuple(reversed(done.defer("rules", "coverage")[:MOST]))
    open_in = _open_in(scans)
    rows = tuple(
        WaveRow(
            column.wave.number,
            column.wave.title_text,
            tuple(sum(open_in.get((scan.pk, item.component), 0) for item in column.items) for scan in scans),
        )
        for column in board.columns
    )
    return Progress(scans, rows, board.plan is not None)


def _open_in(scans: tuple[Scan, ...]) -> dict[tuple[int, str], int]:
    held = Component.objects.filter(scan__in=scans).values_list("scan_id", "key")
    counted = held.annotate(open=Sum(F("strong") + F("weak")))
    return {(scan_id, key): number for scan_id, key, number in counted}
