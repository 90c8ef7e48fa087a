"""The proof that a node brings with every write: who it is, which attempt, with which token."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.db.models.functions import Now

from apps.core import sql
from apps.core.tokens import hash_of
from apps.validation.errors import Fenced
from apps.validation.models import LIVE, Attempt, Node

STANDING = """
SELECT attempt.id, attempt.job_id, attempt.node_id, attempt.number, attempt.round, attempt.state,
    job.id AS job__id, job.project_id AS job__project_id, job.parent_id AS job__parent_id,
    job.kind AS job__kind, job.parameters AS job__parameters
FROM validation_attempt AS attempt JOIN validation_job AS job ON job.id = attempt.job_id
WHERE attempt.id = %(attempt)s AND attempt.node_id = %(node)s AND attempt.token_hash = %(token_hash)s
"""


@dataclass(frozen=True, slots=True)
class Fence:
    """Who writes, under which attempt, with which token."""

    node: Node
    attempt: UUID
    token: str

    def named(self) -> dict[str, Any]:
        """Return what a statement must name to write as this node under this attempt."""
        return {"attempt": self.attempt, "node": self.node.pk, "token_hash": hash_of(self.token)}

    def standing(self) -> Attempt | None:
        """Return the attempt with node and job, if it is this node's and the token is right, live or not."""
        attempt = next(iter(sql.objects(Attempt, STANDING, self.named())), None)
        if attempt is not None:
            attempt.node = self.node
        return attempt

    def any_state(self) -> QuerySet[Attempt]:
        """Return the attempt if it is this node's and the token is right, live or not."""
        return Attempt.objects.filter(pk=self.attempt, node=self.node, token_hash=hash_of(self.token))

    def live(self) -> QuerySet[Attempt]:
        """Return the attempt if besides it is still going on and its token has not run out."""
        return self.any_state().filter(state__in=LIVE, deadline_at__gt=Now())

    def locked(self) -> Attempt:
        """Return the live attempt, locked until the transaction ends. Raises Fenced."""
        # In their usual order attempts come with their jobs, and those would be locked too.
        attempt = self.live().order_by("pk").select_for_update().first()
        if attempt is None:
            raise Fenced
        return attempt
