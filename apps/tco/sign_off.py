"""Who may take the next step of a snapshot, and why not: nobody signs for a figure of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.projects.access import Action, may
from apps.projects.models import Membership, Role
from apps.tco.hands import Hands, hands_in
from apps.tco.models import Snapshot, SnapshotState
from apps.tco.verdict import label_of

_NAMED = 2


@dataclass(frozen=True, slots=True)
class Step:
    """The next step that a snapshot can take, what keeps the reader from it (empty: nothing), and who may."""

    name: str
    why_not: str
    who: str
    entered: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class _Case:
    """Everything that decides about a step."""

    step: str
    snapshot: Snapshot
    hands: Hands
    members: list[Membership]

    @property
    def managers(self) -> int:
        return sum(one.role == Role.MANAGER for one in self.members)


def next_step(membership: Membership, snapshot: Snapshot) -> Step | None:
    """Return the step as this member finds it; None once the snapshot is approved."""
    step = {SnapshotState.DRAFT: "review", SnapshotState.REVIEWED: "approve"}.get(
        SnapshotState(snapshot.state)
    )
    if step is None:
        return None
    members = list(Membership.objects.filter(project=snapshot.project_id).select_related("user"))
    case = _Case(step, snapshot, hands_in(snapshot), members)
    entered = [(name, _figures(paths)) for name, paths in case.hands.items()]
    if snapshot.result["npv_difference"] is None:
        return Step(
            step,
            _("There is no verdict to sign: enter what is missing and take a new snapshot."),
            "",
            entered,
        )
    return Step(step, _why_not(case, membership), _who(case), entered)


def _why_not(case: _Case, member: Membership) -> str:
    """Say what keeps the member from the step; empty where nothing does."""
    reviews = case.step == "review"
    if not may(member, Action.COST if reviews else Action.APPROVE):
        return _("Reviewing is for architects and managers.") if reviews else _("Approving is for managers.")
    name = str(member.user)
    for holds, words in _RULES:
        if holds(case, name):
            return words(case, name)
    return ""


def _who(case: _Case) -> str:
    """Name those who may; where nobody may, say what helps."""
    names = [str(one.user) for one in case.members if not _why_not(case, one)]
    if names:
        words = {"review": _("Can review it now: %(names)s."), "approve": _("Can approve it now: %(names)s.")}
        return words[case.step] % {"names": _(", ").join(names)}
    if case.step == "review":
        return _(
            "Nobody of the project can review it: all architects and managers have figures of their own in "
            "it. Add another one under Members."
        )
    if case.managers == 1:
        return _("The project has no other manager yet: add one under Members.")
    return _("No manager of the project can approve it: add another one under Members.")


def _figures(paths: list[str]) -> str:
    """Name the first figures and count the rest."""
    named = _(", ").join(label_of(path) for path in paths[:_NAMED])
    more = len(paths) - _NAMED
    if more <= 0:
        return named
    words = ngettext("%(named)s and %(more)d more", "%(named)s and %(more)d more", more)
    return words % {"named": named, "more": more}


def _has_figures(case: _Case, name: str) -> bool:
    return name in case.hands


def _says_figures(case: _Case, name: str) -> str:
    words = {
        "review": _("You entered figures that stand in it (%(figures)s), so somebody else reviews it."),
        "approve": _("You entered figures that stand in it (%(figures)s), so somebody else approves it."),
    }
    return words[case.step] % {"figures": _figures(case.hands[name])}


_RULES: tuple[tuple[Callable[[_Case, str], bool], Callable[[_Case, str], str]], ...] = (
    (_has_figures, _says_figures),
    (
        lambda case, name: case.step == "approve" and name == case.snapshot.made_by,
        lambda case, name: _("You took this snapshot, so somebody else approves it."),
    ),
    (
        lambda case, name: case.step == "approve" and name == case.snapshot.reviewed_by and case.managers > 1,
        lambda case, name: _("You reviewed it, so another manager approves it."),
    ),
)
