"""How far each wave is, scan by scan: what is open in its components."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from apps.coupling.findings.bound import open_in
from apps.coupling.findings.columns import drawn_findings
from apps.plans.selectors import board_for
from apps.projects.models import Project
from apps.scans.models import Scan
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
    """The last scans of a branch whose map is drawn, and a row for each wave.

    `rest` counts what is open in no component of any wave, so that each scan adds up to what is open in it.
    `is_adopted` tells a plan from a suggestion.
    """

    scans: tuple[Scan, ...]
    rows: tuple[WaveRow, ...]
    rest: tuple[int, ...]
    is_adopted: bool

    @property
    def has_rest(self) -> bool:
        """Tell whether anything is open outside the waves."""
        return any(self.rest)


def progress_of(project: Project, branch: str | None) -> Progress | None:
    """Return the progress of the waves; None without a finished scan."""
    board = board_for(project)
    if board is None:
        return None
    done = Scan.objects.of(project).succeeded()
    done = done.filter(branch=board.newest.branch if branch is None else branch)
    found = [(scan, _open_by_component(scan)) for scan in reversed(done.defer("rules", "coverage")[:MOST])]
    counted = [(scan, held) for scan, held in found if held is not None]
    rows = tuple(
        WaveRow(
            column.wave.number,
            column.wave.title_text,
            tuple(sum(held.get(item.component, 0) for item in column.items) for _scan, held in counted),
        )
        for column in board.columns
    )
    rest = tuple(
        sum(held.values()) - sum(row.counts[place] for row in rows)
        for place, (_scan, held) in enumerate(counted)
    )
    return Progress(tuple(scan for scan, _held in counted), rows, rest, board.plan is not None)


def _open_by_component(scan: Scan) -> dict[str, int] | None:
    """Count what is open under the overrides of the map, as the lists do; None while it is not drawn."""
    drawn = drawn_findings(scan)
    if drawn is None:
        return None
    components = drawn.columns.components
    held = np.bincount(drawn.columns["component"][open_in(drawn.columns)], minlength=len(components))
    return dict(zip((one.key for one in components), held.tolist(), strict=True))
