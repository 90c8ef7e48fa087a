"""The end of a job and what hangs on it: those that come after it, and the parent whose part it is.

Locks are taken from child to parent and from a job to those after it, of several the lower id first, never
the other way: two ends at once cannot block each other. Who changes many parts locks all of them beforehand.
"""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db.models.functions import Now

from apps.core import audit, sql
from apps.validation.models import ENDED, Job, JobState
from apps.validation.services.doorbell import ring

DEPENDENCY = "dependency"
END = """
UPDATE validation_job SET state = %(state)s, reason = %(reason)s,
    finished_at = statement_timestamp(), updated_at = statement_timestamp()
WHERE id = %(job)s AND state = ANY(%(of)s)
RETURNING id
"""
# Nearly always nobody: every job that ends asks it.
AFTER = """
SELECT job.id, job.parent_id, job.project_id, project.id AS project__id, project.slug AS project__slug
FROM validation_job_after AS link
    JOIN validation_job AS job ON job.id = link.from_job_id
    JOIN projects_project AS project ON project.id = job.project_id
WHERE link.to_job_id = %(job)s AND job.state = 'queued' AND job.parts = 0
ORDER BY job.id
"""
# Who asked for a job just when what it comes after ended may not have seen that.
END_IN_VAIN = """
UPDATE validation_job AS job SET state = 'errored', reason = %(reason)s,
    finished_at = statement_timestamp(), updated_at = statement_timestamp()
WHERE state = 'queued' AND parts = 0 AND EXISTS (
    SELECT FROM validation_job_after AS link JOIN validation_job AS earlier ON earlier.id = link.to_job_id
    WHERE link.from_job_id = job.id AND earlier.state IN ('failed', 'errored', 'canceled')
)
RETURNING id, parent_id, project_id
"""
# The first of these that a part ended with is how the whole ended: a clear no says more than not knowing.
WORST_FIRST = (JobState.FAILED, JobState.ERRORED, JobState.CANCELED, JobState.SUCCEEDED)


def end_job(job: Job, state: str, *, of: Collection[str], reason: str = "") -> bool:
    """End a job that is in one of the states OF, and all that hangs on its end; False when it was not."""
    ended = _ended(job, state, of=of, reason=reason)
    if ended:
        follow(job, state)
    return ended


def _ended(job: Job, state: str, *, of: Collection[str], reason: str) -> bool:
    return bool(sql.rows(END, {"job": job.pk, "of": list(of), "state": state, "reason": reason}))


def follow(job: Job, state: str) -> None:
    """Do what the new STATE of JOB, already stored, means for others."""
    if state in ENDED:
        _tell_those_after(job, succeeded=state == JobState.SUCCEEDED)
    if job.parent_id:
        follow_parts(job.parent_id)


def follow_parts(parent_id: UUID) -> None:
    """Bring a parent to the state that follows from its parts."""
    parent = Job.objects.select_for_update().get(pk=parent_id)
    state = state_of(parent.children.values_list("state", flat=True))
    if state == parent.state:
        return
    finished = Now() if state in ENDED else None
    Job.objects.filter(pk=parent.pk).update(state=state, finished_at=finished, updated_at=Now())
    audit.record("portal", f"job {state}", parent.pk, project_slug=parent.project.slug)
    follow(parent, state)


def state_of(parts: Collection[str]) -> JobState:
    """Return the state of a whole from the states of its parts."""
    states = set(parts)
    if states <= set(ENDED):
        return next(state for state in WORST_FIRST if state in states)
    return JobState.QUEUED if states == {JobState.QUEUED} else JobState.RUNNING


def _tell_those_after(job: Job, *, succeeded: bool) -> None:
    """Ring for the jobs that waited for this one, or end them: what they rest on is not there."""
    for waiting in sql.objects(Job, AFTER, {"job": job.pk}):
        if succeeded:
            ring_if_ready(waiting)
        elif _ended(waiting, JobState.ERRORED, of=(JobState.QUEUED,), reason=DEPENDENCY):
            _follow_in_vain(waiting, after=str(job.pk))


def end_what_waits_in_vain() -> int:
    """End jobs that wait for one that ended without success; return how many."""
    ended = sql.objects(Job, END_IN_VAIN, {"reason": DEPENDENCY})
    for job in ended:
        _follow_in_vain(job)
    return len(ended)


def _follow_in_vain(job: Job, **detail: str) -> None:
    audit.record("portal", "job errored", job.pk, project_slug=job.project.slug, **detail)
    follow(job, JobState.ERRORED)


def ring_if_ready(job: Job) -> None:
    """Ring for a job unless something that it comes after is not over yet."""
    if Job.objects.ready().filter(pk=job.pk).exists():
        ring(job)
