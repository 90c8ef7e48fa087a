"""What people do with a job that was requested: cancel it, try it again, move it in the queue."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from apps.core import audit
from apps.core.errors import ApplicationError
from apps.core.hidden import one_line
from apps.validation.errors import NotAsShown, way_to
from apps.validation.models import ENDED, WITH_A_NODE, Job, JobState, Node
from apps.validation.services.following import DEPENDENCY, end_job, follow, ring_if_ready
from apps.validation.services.jobs import check_pin, check_priority

AGAIN = (JobState.FAILED, JobState.ERRORED, JobState.CANCELED)
LONGEST_REASON = 500


@transaction.atomic
def cancel(*, actor: User, job: Job) -> bool:
    """End a waiting job at once; ask the node to stop a running one at its next heartbeat.

    A parent's parts are canceled, and its own state follows from theirs. False for one that had ended.
    """
    canceled = [part for part in _held_parts(job) if _cancel(part)]
    if canceled:
        audit.record(actor, "canceled job", job.pk, project_slug=job.project.slug, jobs=len(canceled))
    return bool(canceled)


def _cancel(job: Job) -> bool:
    Job.objects.filter(pk=job.pk, cancel_requested_at=None).exclude(state__in=ENDED).update(
        cancel_requested_at=Now(), updated_at=Now()
    )
    running = Job.objects.filter(pk=job.pk, state__in=WITH_A_NODE)
    return end_job(job, JobState.CANCELED, of=(JobState.QUEUED,)) or running.exists()


@transaction.atomic
def retry(*, actor: User, job: Job, reason: str) -> None:
    """Queue a job again that failed, errored or was canceled, with a new budget of attempts.

    What was found before stays; the new round may have a result of its own. Of a parent all parts go again
    that did not succeed. Jobs that ended only because this one did go with it. Raises ApplicationError.
    """
    wanted = [part for part in _held_parts(job) if part.state in AGAIN]
    for part in wanted:
        _check_after(part)
    again = [part for part in wanted if _requeue(part)]
    if not again:
        only = _("Only a job that failed, errored or was canceled can go again.")
        raise NotAsShown("not_ended", job, only)
    _take_along(job if job.parts else again[0])
    if job.parent_id:
        _take_along(Job(pk=job.parent_id))
    audit.record(
        actor, "retried job", job.pk, project_slug=job.project.slug,
        reason=one_line(reason)[:LONGEST_REASON], jobs=len(again),
    )  # fmt: skip


@transaction.atomic
def retry_all(*, actor: User, jobs: Iterable[Job], reason: str) -> int:
    """Queue all of JOBS again that can go again, or none of them; return how many. Raises ApplicationError.

    They come oldest first: one that ended because of another has gone with it when its turn comes.
    """
    wanted = [job for job in jobs if job.state in AGAIN]
    for job in wanted:
        job.refresh_from_db(fields=["state"])
        if job.state in AGAIN:
            retry(actor=actor, job=job, reason=reason)
    return len(wanted)


def _requeue(job: Job) -> bool:
    ended = Job.objects.filter(pk=job.pk, state__in=AGAIN)
    queued = ended.update(
        state=JobState.QUEUED, round=F("round") + 1, reason="", cancel_requested_at=None,
        finished_at=None, updated_at=Now(),
    )  # fmt: skip
    if queued:
        follow(job, JobState.QUEUED)
        ring_if_ready(job)
    return bool(queued)


def _check_after(job: Job) -> None:
    gone = job.after.filter(state__in=AGAIN).first()
    if gone is not None:
        said = (
            _("It comes after %s, which did not succeed. Retry that, and this one goes with it.")
            % gone.called
        )
        refusal = ApplicationError("after_ended", said, status=409)
        refusal.way = way_to(gone, _("See that job"))
        raise refusal


def _take_along(job: Job) -> None:
    """Queue again what ended only because of JOB, and what ended because of that.

    What rests on another job too that did not succeed stays as it is: it could never begin.
    """
    ended = job.before.filter(state=JobState.ERRORED, reason=DEPENDENCY).order_by("pk")
    for waiting in ended.select_related("project"):
        if waiting.after.filter(state__in=AGAIN).exists() or not _requeue(waiting):
            continue
        audit.record(
            "portal", "retried job", waiting.pk, project_slug=waiting.project.slug, after=str(job.pk)
        )
        _take_along(waiting)
        if waiting.parent_id:
            _take_along(Job(pk=waiting.parent_id))


@transaction.atomic
def move(
    *, actor: User, job: Job, priority: int | None = None, node: Node | None = None, unpin: bool = False
) -> None:
    """Give a waiting job another priority or node, or leave the node open. Raises ApplicationError."""
    check_pin(job.project, node)
    changes: dict[str, object] = {"node": None} if unpin else {"node": node} if node else {}
    if priority is not None:
        check_priority(priority)
        changes["priority"] = priority
    moved = Job.objects.filter(pk__in=[part.pk for part in _held_parts(job)], state=JobState.QUEUED)
    if not changes or not moved.update(**changes, updated_at=Now()):
        raise NotAsShown("not_queued", job, _("Only a job that still waits can be moved."))
    if job.parts:
        Job.objects.filter(pk=job.pk).update(**changes, updated_at=Now())
    told = {name: str(value) for name, value in changes.items()}
    audit.record(actor, "moved job", job.pk, project_slug=job.project.slug, **told)
    for part in moved:
        ring_if_ready(part)


def _held_parts(job: Job) -> list[Job]:
    """Return the job itself, or the parts of a parent, as they are now and locked, in the order of locks."""
    held = Job.objects.select_related("project").select_for_update(of=("self",)).order_by("pk")
    return list(held.filter(parent=job) if job.parts else held.filter(pk=job.pk))
