"""Deciding about findings, one or all that a filter matches, and taking it back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import EmptyResultSet
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.core import audit
from apps.core.errors import ApplicationError
from apps.coupling.models import Triage, TriageChange, TriageStatus, TriageStep
from apps.coupling.seen import Seen
from apps.projects.models import Membership, Project
from apps.scans.models import Finding, Scan

_COLUMNS = ("status", "owner_id", "note", "reason", "until", "scan_number")


@dataclass(frozen=True, slots=True)
class Decision:
    """What is set; None leaves a value as it is. An empty owner takes the owner away."""

    status: str | None = None
    owner: str | None = None
    note: str | None = None
    reason: str = ""
    until: date | None = None


class FindingsMoved(ApplicationError):
    """Somebody decided about these findings after they were shown."""

    def __init__(self, identities: list[str]) -> None:
        message = ngettext(
            "%d of the chosen findings was changed while this page was open. Nothing was saved.",
            "%d of the chosen findings were changed while this page was open. Nothing was saved.",
            len(identities),
        )
        super().__init__("findings_moved", message % len(identities), status=409)
        self.identities = identities


@transaction.atomic
def decide(
    *, actor: object, scan: Scan, rows: QuerySet[Finding], what: Decision, seen: Seen, where: str = ""
) -> TriageChange:
    """Set WHAT on the findings ROWS of SCAN, all or none, in a number of queries that does not grow.

    Raises ApplicationError when nothing is set or chosen, and when a dismissal lacks its reason or its day;
    FindingsMoved when somebody decided about any of them since what was SEEN.
    """
    columns = _columns(scan, what)
    Project.objects.select_for_update().get(pk=scan.project_id)  # two at once would mix what was before
    change = TriageChange.objects.create(
        project=scan.project, branch=scan.branch, actor=str(actor)[:150], what=_told(what), filter=where
    )
    change.count = _note_before(change, rows)
    if not change.count:
        raise ApplicationError(
            "nothing_chosen", _("No finding is chosen. Mark some, or take all that match.")
        )
    _refuse_unseen(change, scan, seen)
    _write(change, scan, columns)
    change.save(update_fields=["count"])
    audit.record(
        actor,
        "finding.triaged",
        scan,
        project_slug=scan.project.slug,
        change=change.pk,
        count=change.count,
        **change.what,
    )
    return change


@transaction.atomic
def take_back(*, actor: object, change: TriageChange) -> int:
    """Take a change back and return on how many findings; those that were changed again since then stay.

    Raises ApplicationError when it was taken back already.
    """
    Project.objects.select_for_update().get(pk=change.project_id)
    undone = {"undone_at": timezone.now(), "undone_by": str(actor)[:150]}
    if not TriageChange.objects.filter(pk=change.pk, undone_at=None).update(**undone):
        raise ApplicationError("undone", _("This change was taken back already."), status=409)
    mine = Triage.objects.filter(project=change.project, branch=change.branch, last=change)
    touched = mine.count()
    _skip_from_now_on(change)
    _restore(change)
    mine.filter(identity__in=change.steps.filter(before__isnull=True).values("identity")).delete()
    audit.record(
        actor,
        "finding.triage_undone",
        change,
        project_slug=change.project.slug,
        change=change.pk,
        count=touched,
    )
    return touched


def _columns(scan: Scan, what: Decision) -> dict[str, Any]:
    columns: dict[str, Any] = {}
    if what.status:
        _refuse_bare_dismissal(what)
        dismissed = what.status == TriageStatus.DISMISSED
        columns |= {"status": what.status, "scan_number": _newest(scan)}
        columns |= {"reason": what.reason if dismissed else "", "until": what.until if dismissed else None}
    if what.owner is not None:
        columns["owner_id"] = _member(scan.project, what.owner).pk if what.owner else None
    if what.note is not None:
        columns["note"] = what.note
    if not columns:
        raise ApplicationError("nothing_set", _("Choose a status, an owner or a note first."))
    return columns


def _refuse_bare_dismissal(what: Decision) -> None:
    if what.status not in TriageStatus.values:
        raise ApplicationError("unknown_status", _("There is no such status. Reload the page."))
    if what.status != TriageStatus.DISMISSED:
        return
    if not what.reason.strip():
        raise ApplicationError(
            "reason_missing", _("A dismissal needs a reason. Say why this finding needs no work.")
        )
    if what.until is None or what.until < timezone.localdate():
        raise ApplicationError(
            "expiry_missing", _("A dismissal needs a day until which it holds, today or later.")
        )


def _newest(scan: Scan) -> int:
    same = Scan.objects.of(scan.project).succeeded().filter(branch=scan.branch)
    newest = same.first()
    return newest.number if newest else scan.number


def _member(project: Project, name: str) -> User:
    member = Membership.objects.filter(project=project, user__username=name).select_related("user").first()
    if member is None:
        raise ApplicationError("unknown_owner", _("“%s” is no member of this project.") % name)
    return member.user


def _told(what: Decision) -> dict[str, Any]:
    told = {"status": what.status, "owner": what.owner, "note": what.note}
    if what.status == TriageStatus.DISMISSED:
        told |= {"reason": what.reason, "until": str(what.until)}
    return {name: value for name, value in told.items() if value is not None}


def _note_before(change: TriageChange, rows: QuerySet[Finding]) -> int:
    """Write one step a finding with what holds now; return how many."""
    try:
        chosen, values = rows.order_by().values("identity").query.sql_with_params()
    except EmptyResultSet:  # Django knows that nothing is chosen without asking the database
        return 0
    before = ", ".join(f"'{name}', t.{name}" for name in (*_COLUMNS, "changed_by", "changed_at", "last_id"))
    sql = f"""
        INSERT INTO {_table(TriageStep)} (change_id, identity, before)
        SELECT %s, f.identity, CASE WHEN t.id IS NULL THEN NULL ELSE jsonb_build_object({before}) END
        FROM ({chosen}) f LEFT JOIN {_table(Triage)} t
        ON t.project_id = %s AND t.branch = %s AND t.identity = f.identity
    """  # noqa: S608 - names of ours; every value is a parameter
    return _execute(sql, [change.pk, *values, change.project_id, change.branch])


def _refuse_unseen(change: TriageChange, scan: Scan, seen: Seen) -> None:
    others = seen.since(scan).exclude(pk=change.pk)
    moved = TriageStep.objects.filter(change__in=others, identity__in=change.steps.values("identity"))
    identities = list(moved.values_list("identity", flat=True).distinct()) if others.exists() else []
    if identities:
        raise FindingsMoved(identities)


def _write(change: TriageChange, scan: Scan, columns: dict[str, Any]) -> None:
    row = {"status": TriageStatus.OPEN.value, "owner_id": None, "note": "", "reason": "", "until": None}
    row |= {"scan_number": scan.number} | columns
    fixed = {"changed_by": change.actor, "changed_at": change.made_at, "last_id": change.pk}
    names = ("project_id", "branch", *row, *fixed)
    sets = ", ".join(f"{name} = EXCLUDED.{name}" for name in (*columns, *fixed))
    sql = f"""
        INSERT INTO {_table(Triage)} (identity, {", ".join(names)})
        SELECT identity, {", ".join(_typed(name) for name in names)}
        FROM {_table(TriageStep)} WHERE change_id = %s
        ON CONFLICT (project_id, branch, identity) DO UPDATE SET {sets}
    """  # noqa: S608 - names of ours; every value is a parameter
    _execute(sql, [change.project_id, change.branch, *row.values(), *fixed.values(), change.pk])


def _skip_from_now_on(change: TriageChange) -> None:
    """Let what was decided on top of a change go back to what was before it, should it be taken back too."""
    sql = f"""
        UPDATE {_table(TriageStep)} later SET before = s.before
        FROM {_table(TriageStep)} s, {_table(TriageChange)} c
        WHERE s.change_id = %s AND later.identity = s.identity AND c.id = later.change_id
        AND c.project_id = %s AND c.branch = %s AND (later.before->>'last_id')::bigint = s.change_id
    """  # noqa: S608 - names of ours; every value is a parameter
    _execute(sql, [change.pk, change.project_id, change.branch])


def _restore(change: TriageChange) -> None:
    names = (*_COLUMNS, "changed_by", "changed_at", "last_id")
    sets = ", ".join(f"{name} = (s.before->>'{name}')::{_TYPES.get(name, 'text')}" for name in names)
    sql = f"""
        UPDATE {_table(Triage)} t SET {sets} FROM {_table(TriageStep)} s
        WHERE s.change_id = %s AND s.before IS NOT NULL AND t.last_id = s.change_id
        AND t.project_id = %s AND t.branch = %s AND t.identity = s.identity
    """  # noqa: S608 - names of ours; every value is a parameter
    _execute(sql, [change.pk, change.project_id, change.branch])


_TYPES = {
    "project_id": "bigint",
    "owner_id": "integer",
    "until": "date",
    "scan_number": "integer",
    "changed_at": "timestamptz",
    "last_id": "bigint",
}


def _typed(name: str) -> str:
    return f"%s::{_TYPES.get(name, 'text')}"


def _table(model: type[Triage] | type[TriageChange] | type[TriageStep]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _execute(sql: str, values: list[Any]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return int(cursor.rowcount)
