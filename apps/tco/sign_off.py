"""Who may take the next step of a snapshot, and why not: four eyes, never the author's own approval."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from apps.projects.access import Action, may
from apps.projects.models import Membership, Role
from apps.tco.models import Scenario, Snapshot, SnapshotState


@dataclass(frozen=True, slots=True)
class Step:
    """The next step that a snapshot can take, and what keeps the reader from it (empty: nothing)."""

    name: str
    why_not: str


def next_step(membership: Membership, snapshot: Snapshot) -> Step | None:
    """Return the step as this member finds it; None once the snapshot is approved."""
    if snapshot.state == SnapshotState.DRAFT:
        return Step("review", _not_reviewing(membership, snapshot))
    if snapshot.state == SnapshotState.REVIEWED:
        return Step("approve", _not_approving(membership, snapshot))
    return None


def _not_reviewing(membership: Membership, snapshot: Snapshot) -> str:
    if snapshot.result["npv_difference"] is None:
        return _("There is no verdict to sign: enter what is missing and take a new snapshot.")
    if not may(membership, Action.COST):
        return _("An architect or a manager of the project can review it now.")
    return ""


def _not_approving(membership: Membership, snapshot: Snapshot) -> str:
    if not may(membership, Action.APPROVE):
        return _("A manager of the project can approve it now.")
    managers = Membership.objects.filter(project=membership.project, role=Role.MANAGER).count()
    had_a_hand = _hand_in(str(membership.user), snapshot, managers)
    return f"{had_a_hand} {_who_else(managers)}" if had_a_hand else ""


def _hand_in(name: str, snapshot: Snapshot, managers: int) -> str:
    """Say what this person did to the snapshot that a second pair of eyes must not have done."""
    if name == snapshot.made_by:
        return _("You took this snapshot, so somebody else approves it.")
    if name == _last_editor(snapshot):
        return _("You entered its last figures, so somebody else approves it.")
    if name == snapshot.reviewed_by and managers > 1:
        return _("You reviewed it, so somebody else approves it.")
    return ""


def _who_else(managers: int) -> str:
    if managers > 1:
        return _("Ask another manager of the project.")
    return _("The project has no other manager yet: add one under Members.")


def _last_editor(snapshot: Snapshot) -> str | None:
    of_it = Scenario.objects.filter(project=snapshot.project_id, number=snapshot.scenario_number or 0)
    return of_it.values_list("saved_by", flat=True).first()
