"""What a node writes while it works. Every write names its fence; without it nothing is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from apps.core.hidden import spelled_out, spelled_out_in
from apps.core.tokens import hash_of
from apps.validation.errors import Fenced
from apps.validation.models import LIVE, Attempt, AttemptState, Job, JobLog, JobState, Node
from apps.validation.services.ending import end_attempt
from apps.validation.services.leasing import lease_end
from apps.validation.services.nodes import heard_from


@dataclass(frozen=True, slots=True)
class Fence:
    """Who writes, under which attempt, with which token."""

    node: Node
    attempt: UUID
    token: str

    def any_state(self) -> QuerySet[Attempt]:
        """Return the attempt if it is this node's and the token is right, live or not."""
        return Attempt.objects.filter(pk=self.attempt, node=self.node, token_hash=hash_of(self.token))

    def live(self) -> QuerySet[Attempt]:
        """Return the attempt if besides it is still going on."""
        return self.any_state().filter(state__in=LIVE)


@transaction.atomic
def heartbeat(*, fence: Fence, progress: Mapping[str, Any]) -> bool:
    """Renew the lease; return whether the node should stop. Raises Fenced."""
    renewed = fence.live().update(
        state=AttemptState.RUNNING,
        heartbeat_at=Now(),
        lease_expires_at=lease_end(),
        progress=spelled_out_in(dict(progress)),
    )
    if renewed != 1:
        raise Fenced
    heard_from(node=fence.node)
    job = Job.objects.filter(attempts=fence.attempt)
    job.filter(state=JobState.LEASED).update(state=JobState.RUNNING, updated_at=Now())
    return job.exclude(cancel_requested_at=None).exists()


@transaction.atomic
def append_log(*, fence: Fence, sequence: int, lines: Sequence[str]) -> None:
    """Keep a batch of lines, hidden letters spelled out; a repeated one is kept once. Raises Fenced."""
    attempt = fence.live().select_for_update().first()
    if attempt is None:
        raise Fenced
    batch = JobLog(attempt=attempt, sequence=sequence, lines=[spelled_out(line) for line in lines])
    JobLog.objects.bulk_create([batch], ignore_conflicts=True)


@transaction.atomic
def release(*, fence: Fence, reason: str) -> None:
    """Take an attempt back from a node that stops or will not do it. Raises Fenced."""
    attempt = fence.live().first()
    state = AttemptState.CANCELED if reason == "canceled" else AttemptState.RELEASED
    if attempt is None or not end_attempt(attempt, state, reason=reason):
        raise Fenced
