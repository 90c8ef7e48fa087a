"""What a node writes while it works. Every write names its fence; without it nothing is written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import transaction

from apps.core import audit, sql
from apps.core.hidden import spelled_out, spelled_out_in
from apps.validation.errors import Fenced
from apps.validation.models import AttemptState, Job, JobState
from apps.validation.services.ending import end_attempt
from apps.validation.services.fence import Fence
from apps.validation.services.following import follow

# The state of an attempt that its node gives back; whatever else it says, it is `released`.
GIVEN_BACK = {
    "canceled": AttemptState.CANCELED,
    "crashed": AttemptState.CRASHED,
    "timed_out": AttemptState.ERRORED,
}


# One statement, for heartbeats are most of what nodes send. The fence is that of all writes (`Fence.live`).
BEAT = f"""
WITH beat AS (
    UPDATE validation_attempt
    SET state = 'running', heartbeat_at = statement_timestamp(), progress = %(progress)s::jsonb,
        lease_expires_at = least(statement_timestamp() + make_interval(secs => %(lease_s)s), deadline_at)
    WHERE id = %(attempt)s AND node_id = %(node)s AND token_hash = %(token_hash)s
        AND state IN ('leased', 'running') AND deadline_at > statement_timestamp()
    RETURNING job_id
), seen AS (
    UPDATE validation_node SET last_seen_at = statement_timestamp()
    WHERE id = %(node)s AND EXISTS (SELECT FROM beat)
), begun AS (
    UPDATE validation_job SET state = 'running', updated_at = statement_timestamp()
    WHERE id = (SELECT job_id FROM beat) AND state = 'leased'
    RETURNING id
), told AS (
    {audit.clause("begun", "'job running'", "id::text")}
)
SELECT job.id, job.parent_id, EXISTS (SELECT FROM begun), job.cancel_requested_at IS NOT NULL
FROM validation_job AS job JOIN beat ON job.id = beat.job_id
"""  # noqa: S608 - made of statements of ours


def heartbeat(*, fence: Fence, progress: Mapping[str, Any]) -> bool:
    """Renew the lease, never beyond the token's end; return whether the node should stop. Raises Fenced."""
    told = json.dumps(spelled_out_in(dict(progress)))
    by = {"actor": f"node {fence.node.name}", "slug": fence.node.project.slug}
    beaten = sql.rows(BEAT, {"lease_s": settings.JOB_LEASE_S, "progress": told, **by, **fence.named()})
    if not beaten:
        raise Fenced
    job_id, parent_id, has_begun, canceled = beaten[0]
    if has_begun and parent_id:
        with transaction.atomic():
            follow(Job(pk=job_id, parent_id=parent_id), JobState.RUNNING)
    return bool(canceled)


@transaction.atomic
def release(*, fence: Fence, reason: str, detail: str = "", exit: Mapping[str, int] | None = None) -> None:
    """Take an attempt back from a node that stops, crashed or will not do it. Raises Fenced.

    EXIT holds the signal or the exit code of the job's process, where it has one.
    """
    attempt = fence.locked()
    known: dict[str, object] = {**(exit or {}), **({"detail": spelled_out(detail)} if detail else {})}
    state = GIVEN_BACK.get(reason, AttemptState.RELEASED)
    end_attempt(attempt, state, reason=reason, exit=known)
