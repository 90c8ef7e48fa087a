"""Scanning repositories again at their times: once each, never two at a time, missed times made up once."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.core import audit
from apps.core.errors import ApplicationError
from apps.projects.models import Project
from apps.scans.models import Every, Outcome, Scan, Schedule, SourceKind, State
from apps.scans.services.receive import receive_git
from apps.scans.services.tokens import keep_schedule_token, token_of_schedule
from migration_engine.errors import IntakeRefused
from migration_engine.intake import GitAccess, refuse_access
from migration_engine.intake.address import refuse_url

ACTOR = "schedule"
MOST = 10


@transaction.atomic
def add_schedule(
    *, actor: object, project: Project, url: str, ref: str, token: str = "", **when: Any
) -> Schedule:
    """Keep a schedule; WHEN holds every, weekday, hour and time_zone. Its first time is the next that comes.

    The token of a private repository is kept sealed until the schedule is removed.

    Raises ApplicationError for an address that no scan would take, and when a project has too many.
    """
    try:
        refuse_url(url)
        refuse_access(GitAccess(ref=ref, token=token))
    except IntakeRefused as error:
        raise ApplicationError.of(error) from error
    Project.objects.select_for_update().get(pk=project.pk)
    if Schedule.objects.filter(project=project).count() >= MOST:
        raise ApplicationError("too_many", _("A project has at most %d schedules; remove one first.") % MOST)
    schedule = Schedule(project=project, git_url=url, git_ref=ref, made_by=str(actor)[:150], **when)
    schedule.next_at = next_time(schedule, timezone.now())
    schedule.save()
    keep_schedule_token(schedule, token)
    audit.record(
        actor, "schedule.added", url, project_slug=project.slug, schedule=schedule.pk, every=schedule.every
    )
    return schedule


@transaction.atomic
def switch_schedule(*, actor: object, schedule: Schedule, on: bool) -> None:
    """Switch it on or off; switched on, it waits for the next time."""
    schedule.is_on = on
    schedule.next_at = next_time(schedule, timezone.now())
    schedule.save(update_fields=["is_on", "next_at", "updated_at"])
    verb = "schedule.switched_on" if on else "schedule.switched_off"
    audit.record(actor, verb, schedule.git_url, project_slug=schedule.project.slug, schedule=schedule.pk)


@transaction.atomic
def remove_schedule(*, actor: object, schedule: Schedule) -> None:
    """Remove it; its scans stay."""
    audit.record(
        actor, "schedule.removed", schedule.git_url, project_slug=schedule.project.slug, schedule=schedule.pk
    )
    schedule.delete()


@transaction.atomic
def rescan_due(now: datetime | None = None) -> int:
    """Start what is due and return how many scans; two who do this at once do the work of one."""
    now = now or timezone.now()
    due = Schedule.objects.filter(is_on=True, next_at__lte=now).select_related("project")
    return sum(_run(schedule, now) for schedule in due.select_for_update(of=("self",), skip_locked=True))


def next_time(schedule: Schedule, after: datetime) -> datetime:
    """The first time of the schedule after that moment, by the clock of its time zone."""
    local = after.astimezone(ZoneInfo(schedule.time_zone))
    at = local.replace(hour=schedule.hour, minute=0, second=0, microsecond=0)
    if schedule.every == Every.WEEK:
        at += timedelta(days=(schedule.weekday - at.weekday()) % 7)
    return at if at > local else at + _step(schedule)


def _step(schedule: Schedule) -> timedelta:
    return timedelta(days=7 if schedule.every == Every.WEEK else 1)


def _run(schedule: Schedule, now: datetime) -> int:
    schedule.missed += (now - schedule.next_at) // _step(schedule)
    schedule.last_at, schedule.next_at = now, next_time(schedule, now)
    same = Scan.objects.of(schedule.project).filter(
        source_kind=SourceKind.GIT, git_url=schedule.git_url, git_ref=schedule.git_ref
    )
    if same.filter(state__in=(State.QUEUED, State.RUNNING)).exists():
        schedule.last_outcome = Outcome.BUSY
        schedule.save()
        return 0
    try:
        token = token_of_schedule(schedule)
    except IntakeRefused:
        schedule.last_outcome = Outcome.TOKEN
        schedule.save()
        return 0
    schedule.last_scan = receive_git(
        actor=ACTOR, project=schedule.project, url=schedule.git_url, ref=schedule.git_ref, token=token
    )
    schedule.last_outcome = Outcome.STARTED
    schedule.save()
    return 1
