"""Reading the plan of a project: the adopted one, or what the engine suggests for the newest scan."""

from __future__ import annotations

from dataclasses import dataclass

from apps.coupling.models import MapComponent, Override
from apps.plans.draft import Column, columns_of, draft_of
from apps.plans.models import Plan, Wave, WorkItem
from apps.projects.models import Project
from apps.scans.models import Scan
from apps.scans.selectors import latest_scan
from migration_engine.effort import NOTHING, Range


@dataclass(frozen=True, slots=True)
class Board:
    """What the plan page shows; `plan` is None for a suggestion."""

    columns: list[Column]
    days: Range
    scan: Scan
    plan: Plan | None
    newest: Scan
    is_overridden_since: bool = False

    @property
    def is_behind(self) -> bool:
        """Tell whether another scan than the plan's is the newest, or overrides came or ended since."""
        return self.newest.number != self.scan.number or self.is_overridden_since

    @property
    def moving(self) -> int:
        """Return how many components need work."""
        return sum(bool(item.likely) for column in self.columns for item in column.items)

    @property
    def widest(self) -> float:
        """Return the high end that all range bars share as their scale."""
        return max((column.wave.high for column in self.columns), default=0.0)


@dataclass(frozen=True, slots=True)
class Place:
    """Where one component stands in the plan."""

    wave: Wave
    item: WorkItem
    is_adopted: bool


def board_for(project: Project, *, suggestion: bool = False) -> Board | None:
    """Return the adopted plan; the suggestion without one or where it is asked for; None without a scan."""
    newest = latest_scan(project)
    if newest is None:
        return None
    plan = None if suggestion else _current(project)
    if plan is None:
        draft = draft_of(newest)
        return Board(columns_of(draft), draft.estimate.total, newest, None, newest)
    waves = plan.waves.prefetch_related("items")
    columns = [Column(wave, list(wave.items.all())) for wave in waves]
    return Board(columns, plan.days, plan.scan, plan, newest, is_overridden_since(plan))


def is_overridden_since(plan: Plan) -> bool:
    """Tell whether any override came or ended after the plan was adopted."""
    return Override.objects.of(plan.project).filter(updated_at__gt=plan.created_at).exists()


def place_of(project: Project, component: str) -> Place | None:
    """Return the wave of a component, or None when neither plan nor suggestion knows it."""
    board = board_for(project)
    for column in board.columns if board else ():
        for item in column.items:
            if item.component == component:
                return Place(column.wave, item, board is not None and board.plan is not None)
    return None


def knows(project: Project, component: str) -> bool:
    """Tell whether the newest map holds the component, which a plan from an older one may not."""
    newest = latest_scan(project)
    if newest is None or "\x00" in component:  # the database takes no NUL, so no component holds one
        return False
    scanned = newest.components.filter(key=component)
    return scanned.exists() or MapComponent.objects.filter(snapshot__scan=newest, key=component).exists()


def effort_of(project: Project) -> tuple[Range, Scan, bool] | None:
    """Return the project's person-days, the scan they come from, and whether the plan was adopted."""
    newest = latest_scan(project)
    if newest is None:
        return None
    plan = _current(project)
    if plan is not None:
        return plan.days, plan.scan, True
    return draft_of(newest).estimate.total, newest, False


def days_by_layer(project: Project) -> dict[str, Range]:
    """Return the person-days of the plan, or of the suggestion, for each layer that has work, L1 first."""
    return layers_of_board(board_for(project))


def layers_of_board(board: Board | None) -> dict[str, Range]:
    """Return the person-days of a board for each layer that has work, L1 first."""
    found: dict[str, Range] = {}
    for column in board.columns if board else ():
        for item in column.items:
            found[item.layer] = found.get(item.layer, NOTHING) + Range(item.low, item.likely, item.high)
    return {layer: found[layer].rounded() for layer in sorted(found) if found[layer].likely > 0}


def _current(project: Project) -> Plan | None:
    return Plan.objects.of(project).select_related("scan", "project").first()
