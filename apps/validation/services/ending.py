"""What becomes of a job when an attempt at it ends without a result."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models.functions import Now

from apps.core import audit
from apps.validation.models import LIVE, WITH_A_NODE, Attempt, AttemptState, Job, JobState
from apps.validation.services.doorbell import ring
from apps.validation.services.following import end_job

MOST_ATTEMPTS = 3
# A node that hands a job back has not failed at it; one that does so for ever must not keep it from ending.
MOST_HANDED_BACK = 20
REFUSED = "refused"
ATTEMPTS_USED_UP = "attempts_used_up"
TIMED_OUT = "timed_out"
TOKEN_EXPIRED = "token_expired"  # noqa: S105 - the name of a reason
RESTORED = "restored"
FOR_GOOD = (REFUSED, TIMED_OUT, TOKEN_EXPIRED)


def end_attempt(
    attempt: Attempt, state: AttemptState, *, reason: str = "", exit: Mapping[str, object] | None = None
) -> bool:
    """End a live attempt and decide about its job; False when somebody else ended it first."""
    live = Attempt.objects.filter(pk=attempt.pk, state__in=LIVE)
    if live.update(state=state, ended_at=Now(), reason=reason, exit=dict(exit or {})) != 1:
        return False
    # Locked before it is decided about: a cancellation in between would be forgotten.
    job = Job.objects.select_related("project").select_for_update(of=("self",)).get(pk=attempt.job_id)
    after, why = _state_after(job, reason)
    changes = {"attempt": attempt.number, "job_is": after, **({"exit": dict(exit)} if exit else {})}
    audit.record(
        "portal", f"attempt {state}", attempt.pk, project_slug=job.project.slug, job=str(job.pk), **changes
    )
    if after == JobState.QUEUED:
        _queue_again(job)
    else:
        end_job(job, after, reason=why, of=WITH_A_NODE)
    return True


def _queue_again(job: Job) -> None:
    Job.objects.filter(pk=job.pk, state__in=WITH_A_NODE).update(
        state=JobState.QUEUED, reason="", finished_at=None, updated_at=Now()
    )
    ring(job)


def _state_after(job: Job, reason: str) -> tuple[JobState, str]:
    if job.cancel_requested_at:
        return JobState.CANCELED, ""
    if reason in FOR_GOOD:
        return JobState.ERRORED, reason
    tries = job.attempts.filter(round=job.round)
    handed_back = tries.filter(state=AttemptState.RELEASED).count()
    if tries.count() - handed_back >= MOST_ATTEMPTS or handed_back >= MOST_HANDED_BACK:
        return JobState.ERRORED, ATTEMPTS_USED_UP
    return JobState.QUEUED, ""
