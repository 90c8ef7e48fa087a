"""What a node writes while it works. Every write names its fence; without it nothing is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Least, Now

from apps.core import audit
from apps.core.hidden import spelled_out, spelled_out_in
from apps.validation.errors import Fenced
from apps.validation.models import AttemptState, Job, JobState
from apps.validation.services.ending import end_attempt
from apps.validation.services.fence import Fence
from apps.validation.services.following import follow
from apps.validation.services.leasing import lease_end
from apps.validation.services.nodes import heard_from

# The state of an attempt that its node gives back; whatever else it says, it is `released`.
GIVEN_BACK = {
    "canceled": AttemptState.CANCELED,
    "crashed": AttemptState.CRASHED,
    "timed_out": AttemptState.ERRORED,
}


@transaction.atomic
def heartbeat(*, fence: Fence, progress: Mapping[str, Any]) -> bool:
    """Renew the lease, never beyond the token's end; return whether the node should stop. Raises Fenced."""
    renewed = fence.live().update(
        state=AttemptState.RUNNING,
        heartbeat_at=Now(),
        lease_expires_at=Least(lease_end(), F("deadline_at")),
        progress=spelled_out_in(dict(progress)),
    )
    if renewed != 1:
        raise Fenced
    heard_from(node=fence.node)
    job = Job.objects.select_related("project").get(attempts=fence.attempt)
    if job.state == JobState.LEASED:
        _begin(job, fence)
    return job.cancel_requested_at is not None


def _begin(job: Job, fence: Fence) -> None:
    leased = Job.objects.filter(pk=job.pk, state=JobState.LEASED)
    if leased.update(state=JobState.RUNNING, updated_at=Now()) == 1:
        audit.record(f"node {fence.node.name}", "job running", job.pk, project_slug=job.project.slug)
        follow(job)


@transaction.atomic
def release(*, fence: Fence, reason: str, detail: str = "", exit: Mapping[str, int] | None = None) -> None:
    """Take an attempt back from a node that stops, crashed or will not do it. Raises Fenced.

    EXIT holds the signal or the exit code of the job's process, where it has one.
    """
    attempt = fence.locked()
    known: dict[str, object] = {**(exit or {}), **({"detail": spelled_out(detail)} if detail else {})}
    state = GIVEN_BACK.get(reason, AttemptState.RELEASED)
    end_attempt(attempt, state, reason=reason, exit=known)
