"""Taking in results: at most one a job, by compare and set, kept byte for byte."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from apps.core import audit
from apps.core.errors import ApplicationError
from apps.validation.errors import Fenced
from apps.validation.models import WITH_A_NODE, Attempt, Evidence, Job
from apps.validation.services.attempts import Fence
from apps.validation.services.nodes import heard_from
from migration_engine.errors import SpecInvalid
from migration_engine.protocol import canonical_bytes, check_result, digest


@transaction.atomic
def record_attempt(*, fence: Fence, document: Mapping[str, Any]) -> Evidence:
    """Store a result as evidence and end its job.

    The same result sent twice is answered twice and stored once. Raises Fenced for a result under a dead
    attempt, ApplicationError for a document that breaks the protocol or is about another job.
    """
    attempt = fence.any_state().select_related("job__project").first()
    if attempt is None:
        raise Fenced
    content = _checked(document, attempt)
    known = Evidence.objects.filter(attempt=attempt, sha256=digest(content)).first()
    if known is not None:
        return known
    if fence.live().update(state=document["verdict"], ended_at=Now()) != 1:
        raise Fenced
    return _store(attempt, document, content)


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


def _store(attempt: Attempt, document: Mapping[str, Any], content: bytes) -> Evidence:
    evidence = Evidence.objects.create(
        job=attempt.job,
        attempt=attempt,
        sha256=digest(content),
        verdict=document["verdict"],
        rehearsal=document["rehearsal"],
        measured_on=document["measured_on"],
        document=content,
    )
    Job.objects.filter(pk=attempt.job_id, state__in=WITH_A_NODE).update(
        state=document["verdict"], finished_at=Now(), updated_at=Now()
    )
    heard_from(node=attempt.node)
    _audit(attempt, evidence)
    return evidence


def _audit(attempt: Attempt, evidence: Evidence) -> None:
    audit.record(
        f"node {attempt.node.name}",
        f"job {evidence.verdict}",
        attempt.job_id,
        project_slug=attempt.job.project.slug,
        attempt=attempt.number,
        sha256=evidence.sha256,
    )
