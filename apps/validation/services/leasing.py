"""Giving a job to a node: one conditional update, with an attempt and a token to show for it."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import transaction

from apps.core import audit, sql
from apps.core.tokens import hash_of
from apps.validation.models import LIVE, Attempt, AttemptState, Job, JobState, Node, NodeState
from apps.validation.services.choosing import take_next
from apps.validation.services.ending import end_attempt
from apps.validation.services.following import follow
from apps.validation.services.signing import sign
from migration_engine.protocol import JobSpec, Json, Limits, limits_for

# That the node lives and what it can do now; it gives what the node still holds.
HEARD = """
WITH heard AS (
    UPDATE validation_node SET last_seen_at = statement_timestamp(), capabilities = %(capabilities)s
    WHERE id = %(node)s
)
SELECT id, job_id, number FROM validation_attempt WHERE node_id = %(node)s AND state = ANY(%(live)s)
"""
# The number is found in the statement that uses it; the job is locked, so nobody else counts meanwhile.
ATTEMPT = """
INSERT INTO validation_attempt (
    id, job_id, node_id, round, token_hash, number, leased_at, lease_expires_at, deadline_at,
    state, progress, reason, exit, log_lines, log_cut
)
SELECT %(id)s, %(job)s, %(node)s, %(round)s, %(token_hash)s, greatest(max(number), %(before)s) + 1,
    statement_timestamp(), statement_timestamp() + make_interval(secs => %(lease_s)s),
    statement_timestamp() + make_interval(secs => %(deadline_s)s), 'leased', '{}', '', '{}', 0, false
FROM validation_attempt WHERE job_id = %(job)s
RETURNING id, node_id, number
"""


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
    node.capabilities = dict(capabilities)
    _hear(node)
    job = take_next(node) if node.state == NodeState.ENROLLED and node.speaks_ours else None
    if job is None:
        return None
    token = secrets.token_urlsafe(32)
    attempt = _new_attempt(job, node, token)
    audit.record(
        f"node {node.name}", "leased job", job.pk, project_slug=node.project.slug, attempt=attempt.number
    )
    follow(job, JobState.LEASED)
    return _signed(attempt, token)


def limits_of(job: Job) -> Limits:
    """Return what one attempt at the job may take."""
    return limits_for(job.definition.minutes * 60, settings.ATTEMPT_LEEWAY_S)


def _hear(node: Node) -> None:
    """A node asks for work only when it has none: what it still holds here died with an earlier agent."""
    known = {"node": node.pk, "live": list(LIVE), "capabilities": json.dumps(node.capabilities)}
    for attempt in sql.objects(Attempt, HEARD, known):
        end_attempt(attempt, AttemptState.EXPIRED)


def _new_attempt(job: Job, node: Node, token: str) -> Attempt:
    new = {
        "id": uuid4(),
        "job": job.pk,
        "node": node.pk,
        "round": job.round,
        "before": job.attempts_before,
        "token_hash": hash_of(token),
        "lease_s": settings.JOB_LEASE_S,
        "deadline_s": limits_of(job).lease_seconds,
    }
    (attempt,) = sql.objects(Attempt, ATTEMPT, new)
    attempt.job = job
    return attempt


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
