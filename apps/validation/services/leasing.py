"""Giving a job to a node: one conditional update, with an attempt and a token to show for it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.db.models.functions import Now

from apps.core import audit
from apps.core.tokens import hash_of
from apps.validation.errors import Fenced
from apps.validation.models import LIVE, Attempt, AttemptState, Job, JobState, Node, NodeState
from apps.validation.services.choosing import next_job
from apps.validation.services.ending import end_attempt
from apps.validation.services.following import follow
from apps.validation.services.nodes import heard_from
from apps.validation.services.signing import sign
from migration_engine.protocol import JobSpec, Json, Limits, limits_for


@dataclass(frozen=True, slots=True)
class Lease:
    """What the node gets; the token is stored as a hash only."""

    attempt: str
    token: str
    spec: Mapping[str, Json]
    signature: str


@transaction.atomic
def lease(*, node: Node, capabilities: Mapping[str, Any]) -> Lease | None:
    """Return the next job that the node can do, or None; a draining or an outdated node gets none."""
    heard_from(node=node, capabilities=capabilities)
    node.capabilities = dict(capabilities)
    _end_forgotten(node)
    job = next_job(node) if node.state == NodeState.ENROLLED and node.speaks_ours else None
    if job is None:
        return None
    taken = Job.objects.filter(pk=job.pk, state=JobState.QUEUED).update(
        state=JobState.LEASED, updated_at=Now()
    )
    if taken != 1:
        raise Fenced
    token = secrets.token_urlsafe(32)
    attempt = _new_attempt(job, node, token)
    audit.record(
        f"node {node.name}", "leased job", job.pk, project_slug=node.project.slug, attempt=attempt.number
    )
    follow(job, JobState.LEASED)
    return _signed(attempt, token)


def lease_end() -> Any:
    """Return when a lease that is given or renewed now runs out, by the database's clock."""
    return Now() + timedelta(seconds=settings.JOB_LEASE_S)


def limits_of(job: Job) -> Limits:
    """Return what one attempt at the job may take."""
    return limits_for(job.definition.minutes * 60, settings.ATTEMPT_LEEWAY_S)


def _end_forgotten(node: Node) -> None:
    """A node asks for work only when it has none: what it still holds here died with an earlier agent."""
    for attempt in Attempt.objects.filter(node=node, state__in=LIVE):
        end_attempt(attempt, AttemptState.EXPIRED)


def _new_attempt(job: Job, node: Node, token: str) -> Attempt:
    last = job.attempts.aggregate(last=Max("number"))["last"] or 0
    return Attempt.objects.create(
        job=job,
        node=node,
        number=max(last, job.attempts_before) + 1,
        round=job.round,
        token_hash=hash_of(token),
        lease_expires_at=lease_end(),
        deadline_at=Now() + timedelta(seconds=limits_of(job).lease_seconds),
    )


def _signed(attempt: Attempt, token: str) -> Lease:
    job = attempt.job
    spec = JobSpec(
        job=str(job.pk),
        kind=job.kind,
        parameters=job.parameters,
        attempt=attempt.number,
        node=str(attempt.node_id),
        limits=limits_of(job),
        devices=job.needs.devices,
    ).to_dict()
    return Lease(attempt=str(attempt.pk), token=token, spec=spec, signature=sign(spec))
