"""Snapshots of the comparison: taken once, signed off in two steps, never changed."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.core import audit
from apps.core.errors import ApplicationError
from apps.projects.models import Membership, Project
from apps.tco.models import Snapshot, SnapshotState
from apps.tco.selectors import comparison_for
from apps.tco.sensitivity import sensitivity_of
from apps.tco.services import alone
from apps.tco.sign_off import next_step
from migration_engine.tco import VERSION, evaluate, load_scenario
from migration_engine.tco.register import Entry, register


def take(*, actor: object, project: Project, title: str, note: str = "") -> Snapshot:
    """Store the comparison as it stands, with everything that its figures rest on, as the next snapshot."""
    found = comparison_for(project)
    scenario, analyses = load_scenario(found.inputs), sensitivity_of(found.inputs)
    entries = register(scenario, analyses.tornado, timezone.localdate())
    with alone(project):
        last = Snapshot.objects.filter(project=project).aggregate(last=Max("number"))["last"] or 0
        snapshot = Snapshot.objects.create(
            project=project,
            number=last + 1,
            title=title or project.name,
            note=note,
            inputs=found.inputs,
            result=evaluate(scenario).to_dict(),
            register=[stored(entry) for entry in entries],
            analysis={key: asdict(getattr(analyses, key)) for key in ("tornado", "simulation", "trust")},
            engine_version=VERSION,
            scenario_number=found.saved.number if found.saved else None,
            made_by=str(actor),
        )
        audit.record(actor, "tco.snapshot", snapshot, project_slug=project.slug, number=snapshot.number)
    return snapshot


def stored(entry: Entry) -> dict[str, Any]:
    """Return an entry of the register as it is kept: the figure, and what it could change."""
    return {
        "path": entry.path,
        "reach": entry.swing.range if entry.swing else None,
        "tenth": entry.nudge.range if entry.nudge else None,
        "idle": {"en": entry.idle.en, "zh": entry.idle.zh} if entry.idle else None,
        **asdict(entry.figure),
    }


def sign(*, member: Membership, snapshot: Snapshot, step: str) -> None:
    """Take the next step, `review` or `approve`, where the member may."""
    ahead = next_step(member, snapshot)
    if ahead is None or ahead.name != step:
        raise _moved_on()
    if ahead.why_not:
        raise ApplicationError("not_yours_to_sign", f"{ahead.why_not} {ahead.who}".strip(), status=403)
    if step == "review":
        _move(member.user, snapshot, SnapshotState.DRAFT, SnapshotState.REVIEWED)
    else:
        _move(member.user, snapshot, SnapshotState.REVIEWED, SnapshotState.APPROVED)


def _move(actor: object, snapshot: Snapshot, before: SnapshotState, after: SnapshotState) -> None:
    signed = {"state": after, f"{after}_by": str(actor), f"{after}_at": timezone.now()}
    with transaction.atomic():
        # Of two who press at once, one finds it moved already.
        if not Snapshot.objects.filter(pk=snapshot.pk, state=before).update(**signed):
            raise _moved_on()
        audit.record(
            actor, f"tco.{after}", snapshot, project_slug=snapshot.project.slug, number=snapshot.number
        )


def _moved_on() -> ApplicationError:
    return ApplicationError(
        "wrong_state", _("The snapshot has moved on meanwhile; reload the page."), status=409
    )
