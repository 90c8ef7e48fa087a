"""What becomes of a job when an attempt at it ends without a result."""

from __future__ import annotations

from django.db.models.functions import Now

from apps.core import audit
from apps.validation.models import LIVE, WITH_A_NODE, Attempt, AttemptState, Job, JobState
from apps.validation.services.doorbell import ring

MOST_ATTEMPTS = 3
REFUSED = "refused"
ATTEMPTS_USED_UP = "attempts_used_up"


def end_attempt(attempt: Attempt, state: AttemptState, *, reason: str = "") -> bool:
    """End a live attempt and decide about its job; False when somebody else ended it first."""
    live = Attempt.objects.filter(pk=attempt.pk, state__in=LIVE)
    if live.update(state=state, ended_at=Now()) != 1:
        return False
    job = Job.objects.select_related("project").get(pk=attempt.job_id)
    after, why = _state_after(job, job.attempts.count(), reason)
    finished = None if after == JobState.QUEUED else Now()
    Job.objects.filter(pk=job.pk, state__in=WITH_A_NODE).update(
        state=after, reason=why, finished_at=finished, updated_at=Now()
    )
    audit.record(
        "portal", f"attempt {state}", attempt.pk, project_slug=job.project.slug, job=str(job.pk), job_is=after
    )
    if after == JobState.QUEUED:
        ring(job)
    return True


def _state_after(job: Job, tries: int, reason: str) -> tuple[JobState, str]:
    if job.cancel_requested_at:
        return JobState.CANCELED, ""
    if reason == REFUSED:
        return JobState.ERRORED, REFUSED
    if tries >= MOST_ATTEMPTS:
        return JobState.ERRORED, ATTEMPTS_USED_UP
    return JobState.QUEUED, ""
