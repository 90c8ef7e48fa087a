"""Taking in results: at most one a job, by compare and set, kept byte for byte."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from apps.core import audit, sql
from apps.core.errors import ApplicationError
from apps.validation.errors import Fenced
from apps.validation.models import LIVE, Attempt, Evidence, LateResult
from apps.validation.services.fence import Fence
from apps.validation.services.following import follow
from migration_engine.errors import SpecInvalid
from migration_engine.protocol import canonical_bytes, check_result, digest

# A result becomes evidence exactly when its attempt ends by it. Its fence is that of all: `Fence.live`.
DETAIL = "jsonb_build_object('attempt', %(number)s::int, 'sha256', sha256)"
ACCEPT = f"""
WITH ended AS (
    UPDATE validation_attempt SET state = %(verdict)s, ended_at = statement_timestamp()
    WHERE id = %(attempt)s AND node_id = %(node)s AND token_hash = %(token_hash)s
        AND state IN ('leased', 'running') AND deadline_at > statement_timestamp()
    RETURNING id, job_id, round
), seen AS (
    UPDATE validation_node SET last_seen_at = statement_timestamp()
    WHERE id = %(node)s AND EXISTS (SELECT FROM ended)
), kept AS (
    INSERT INTO validation_evidence
        (job_id, attempt_id, round, sha256, verdict, rehearsal, measured_on, document, received_at)
    SELECT job_id, id, round, %(sha256)s, %(verdict)s, %(rehearsal)s, %(measured_on)s, %(document)s,
        statement_timestamp()
    FROM ended
    RETURNING id, job_id, sha256, verdict
), told AS (
    {audit.clause("kept", "'job ' || verdict", "job_id::text", DETAIL)}
), over AS (
    UPDATE validation_job SET state = %(verdict)s, reason = '',
        finished_at = statement_timestamp(), updated_at = statement_timestamp()
    WHERE id = (SELECT job_id FROM ended) AND state IN ('leased', 'running')
    RETURNING id
)
SELECT kept.id, EXISTS (SELECT FROM over) FROM kept
"""  # noqa: S608 - made of statements of ours


@transaction.atomic
def record_attempt(*, fence: Fence, document: Mapping[str, Any]) -> Evidence:
    """Store a result as evidence and end its job.

    The same result sent twice is answered twice and stored once. Raises Fenced for a result under a dead
    attempt, ApplicationError for a document that breaks the protocol, is about another job, or names a file
    that has not come whole.
    """
    attempt = fence.standing()
    if attempt is None:
        raise Fenced
    content = _checked(document, attempt)
    if attempt.state in LIVE:
        _name_artifacts(attempt, document)
    if evidence := _accepted(fence, attempt, document, content):
        return evidence
    known = Evidence.objects.filter(attempt=attempt, sha256=digest(content)).first()
    if known is None:
        raise Fenced
    return known


@transaction.atomic
def keep_late(*, fence: Fence, document: Mapping[str, Any]) -> None:
    """Keep what came under an attempt that was over, once, to be looked at; it is never evidence."""
    attempt = fence.any_state().exclude(state__in=LIVE).select_related("job__project").first()
    if attempt is None or Evidence.objects.filter(attempt=attempt).exists():
        return
    content = _checked(document, attempt)
    kept = {"sha256": digest(content), "document": content}
    _late, is_new = LateResult.objects.get_or_create(attempt=attempt, defaults=kept)
    if is_new:
        slug = attempt.job.project.slug
        audit.record("portal", "kept a late result", attempt.pk, project_slug=slug, sha256=kept["sha256"])


def _checked(document: Mapping[str, Any], attempt: Attempt) -> bytes:
    try:
        check_result(document)
        content = canonical_bytes(document)
    except SpecInvalid as error:
        raise ApplicationError.of(error) from error
    job = attempt.job
    named = (document["job"], document["attempt"], document["kind"], document["parameters"])
    if named != (str(job.pk), attempt.number, job.kind, job.parameters):
        raise ApplicationError("result_misplaced", "The result is about another job or attempt.")
    return content


def _name_artifacts(attempt: Attempt, document: Mapping[str, Any]) -> None:
    """A result may rest only on files that are here, byte for byte; these stay."""
    if not document.get("artifacts"):
        return
    whole = attempt.artifacts.exclude(complete_at=None)
    have = set(whole.values_list("name", "sha256", "size"))
    for named in document["artifacts"]:
        if (named["name"], named["sha256"], named["size"]) not in have:
            message = (
                _("The file %s has not come whole. Send the rest of it, then the result.") % named["name"]
            )
            raise ApplicationError("artifact_incomplete", message, status=409)
    whole.filter(sha256__in=[named["sha256"] for named in document["artifacts"]]).update(is_named=True)


def _accepted(fence: Fence, attempt: Attempt, document: Mapping[str, Any], content: bytes) -> Evidence | None:
    """End attempt and job with the result, and store that; None when the attempt was over."""
    kept = {
        "sha256": digest(content),
        "verdict": document["verdict"],
        "rehearsal": document["rehearsal"],
        "measured_on": json.dumps(document["measured_on"]),
        "document": content,
    }
    by = {"actor": f"node {fence.node.name}", "slug": fence.node.project.slug, "number": attempt.number}
    for pk, has_ended in sql.rows(ACCEPT, kept | by | fence.named()):
        if has_ended:
            follow(attempt.job, document["verdict"])
        return Evidence(
            pk=pk, attempt=attempt, job=attempt.job, sha256=kept["sha256"], verdict=kept["verdict"]
        )
    return None
