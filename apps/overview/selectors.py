"""Where a project stands along the way from scan to evidence, on one screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise

from apps.checklist import selectors as checklist
from apps.checklist.words import STATES
from apps.coupling.findings.columns import drawn_findings
from apps.coupling.findings.figures import figures_of
from apps.overview.cost import Cost, cost_of
from apps.overview.layers import LayerRow, layers_of
from apps.overview.work import Work, work_of
from apps.plans.selectors import effort_of
from apps.projects.models import Project
from apps.scans.models import Scan
from apps.scans.selectors import latest_scan, newest_scan
from apps.scans.unreadable import ScanUnreadable
from migration_engine.checks import State
from migration_engine.effort import Range


class Step(StrEnum):
    """The one thing to do next; the first that is missing along the way."""

    SCAN = "scan"
    RESCAN = "rescan"
    WAIT = "wait"
    PLAN = "plan"
    COST = "cost"
    NODE = "node"
    PROVE = "prove"
    NONE = ""


@dataclass(frozen=True, slots=True)
class Effort:
    """Person-days and where they come from."""

    days: Range
    scan: Scan
    is_adopted: bool


@dataclass(frozen=True, slots=True)
class Overview:
    """What the page shows; None is "not there yet" and never zero."""

    newest: Scan | None
    scan: Scan | None
    figures: Mapping[str, int]
    layers: list[LayerRow]
    effort: Effort | None
    unreadable: str
    cost: Cost
    work: Work
    checklist: list[tuple[State, Promise | str, int]]

    @property
    def left_out(self) -> int:
        """Return how many components overrides leave out of the migration."""
        return sum(row.left_out for row in self.layers)

    @property
    def next_step(self) -> Step:
        """Return the first step of the way that is still open."""
        is_proven = any(state is State.PROVEN and count for state, _word, count in self.checklist)
        missing = (
            (Step.SCAN, self.newest is None),
            (Step.WAIT, self.scan is None and self.newest is not None and not self.newest.is_over),
            (Step.SCAN, self.scan is None),
            (Step.RESCAN, bool(self.unreadable)),
            (Step.PLAN, self.effort is not None and not self.effort.is_adopted),
            (Step.COST, not self.cost.has_verdict),
            (Step.NODE, not self.work.nodes),
            (Step.PROVE, not is_proven),
        )
        return next((step for step, is_missing in missing if is_missing), Step.NONE)


def _effort_of(project: Project) -> tuple[Effort | None, str]:
    """Return the effort, or why it is unknown although there is a scan."""
    try:
        found = effort_of(project)
    except ScanUnreadable as error:
        return None, error.message
    return (Effort(*found) if found else None), ""


def _figures(scan: Scan | None) -> Mapping[str, int]:
    """Return the numbers of the findings, under the overrides once the map is drawn."""
    drawn = drawn_findings(scan) if scan else None
    return figures_of(drawn) if drawn else scan.counts if scan else {}


def overview_of(project: Project) -> Overview:
    """Return the overview of one project."""
    scan = latest_scan(project)
    effort, unreadable = _effort_of(project)
    counted = checklist.counts(checklist.items_for(project))
    return Overview(
        newest=newest_scan(project),
        scan=scan,
        figures=_figures(scan),
        layers=layers_of(scan) if scan else [],
        effort=effort,
        unreadable=unreadable,
        cost=cost_of(project),
        work=work_of(project),
        checklist=[(state, STATES[state], count) for state, count in counted.items()],
    )
