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
from apps.validation.services.choosing import choices_of
from apps.validation.services.ending import TOKEN_EXPIRED, end_attempt
from apps.validation.services.following import follow
from apps.validation.services.signing import sign
from migration_engine.protocol import JobSpec, Json, Limits, limits_for

# That the node lives and what it can do now; it gives what the node still holds, and whether its token died.
HEARD = f"""
WITH heard AS (
    UPDATE validation_node SET last_seen_at = statement_timestamp(), capabilities = %(capabilities)s
    WHERE id = %(node)s
)
SELECT id, job_id, number,
    CASE WHEN deadline_at < statement_timestamp() THEN '{TOKEN_EXPIRED}' ELSE '' END AS reason
FROM validation_attempt WHERE node_id = %(node)s AND state = ANY(%(live)s)
"""  # noqa: S608 - made of statements of ours
# Job, attempt and audit entry change together or not at all. Nothing changes when another node was faster or
# looks at the job, and when this node holds one by a question that crossed this one.
GIVE = f"""
WITH free AS (
    SELECT id, round, attempts_before FROM validation_job
    WHERE id = %(job)s AND state = 'queued' AND (node_id IS NULL OR node_id = %(node)s)
    FOR UPDATE SKIP LOCKED
), given AS (
    INSERT INTO validation_attempt (
        id, job_id, node_id, round, token_hash, number, leased_at, lease_expires_at, deadline_at,
        state, progress, reason, exit, log_lines, log_cut
    )
    SELECT %(id)s, id, %(node)s, round, %(token_hash)s, greatest(attempts_before, (
            SELECT max(number) FROM validation_attempt WHERE job_id = %(job)s
        )) + 1,
        statement_timestamp(), statement_timestamp() + make_interval(secs => %(lease_s)s),
        statement_timestamp() + make_interval(secs => %(deadline_s)s), 'leased', '{{}}', '', '{{}}', 0, false
    FROM free
    ON CONFLICT DO NOTHING
    RETURNING id, job_id, node_id, number
), told AS (
    {audit.clause("given", "'leased job'", "job_id::text", "jsonb_build_object('attempt', number)")}
)
UPDATE validation_job AS job SET state = 'leased', updated_at = statement_timestamp()
FROM given WHERE job.id = given.job_id
RETURNING given.id, given.job_id, given.node_id, given.number, job.id AS job__id, job.kind AS job__kind,
    job.parent_id AS job__parent_id, job.parameters AS job__parameters, job.requires AS job__requires
"""  # noqa: S608 - made of statements of ours


@dataclass(frozen=True, slots=True)
class Lease:
    """What the node gets; the token is stored as a hash only."""

    attempt: str
    token: str
    spec: Mapping[str, Json]
    signature: str


def lease(*, node: Node, capabilities: Mapping[str, Any]) -> Lease | None:
    """Return the next job that the node can do, or None; a draining or an outdated node gets none."""
    node.capabilities = dict(capabilities)
    _hear(node)
    if node.state != NodeState.ENROLLED or not node.speaks_ours:
        return None
    token = secrets.token_urlsafe(32)
    for job in choices_of(node):
        if attempt := _given(job, node, token):
            return _signed(attempt, token)
    return None


def limits_of(job: Job) -> Limits:
    """Return what one attempt at the job may take."""
    return limits_for(job.definition.minutes * 60, settings.ATTEMPT_LEEWAY_S)


def _hear(node: Node) -> None:
    """A node asks for work only when it has none: what it still holds here died with an earlier agent."""
    known = {"node": node.pk, "live": list(LIVE), "capabilities": json.dumps(node.capabilities)}
    for attempt in sql.objects(Attempt, HEARD, known):
        state = AttemptState.ERRORED if attempt.reason else AttemptState.EXPIRED
        with transaction.atomic():
            end_attempt(attempt, state, reason=attempt.reason)


def _given(job: Job, node: Node, token: str) -> Attempt | None:
    new = {
        "id": uuid4(),
        "job": job.pk,
        "node": node.pk,
        "token_hash": hash_of(token),
        "lease_s": settings.JOB_LEASE_S,
        "deadline_s": limits_of(job).lease_seconds,
        "actor": f"node {node.name}",
        "slug": node.project.slug,
    }
    attempt = next(iter(sql.objects(Attempt, GIVE, new)), None)
    if attempt and attempt.job.parent_id:
        with transaction.atomic():
            follow(attempt.job, JobState.LEASED)
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
