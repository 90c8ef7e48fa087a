"""Nodes and the codes by which they enrol."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import ExpressionWrapper, Q
from django.db.models.functions import Now
from django.utils import timezone

from apps.core import sql
from apps.core.models import TimeStamped
from apps.projects.models import Project
from apps.validation.models.states import NodeState
from migration_engine.protocol.spec import VERSION


def _spoke_lately() -> Q:
    return Q(last_seen_at__gt=Now() - timedelta(seconds=settings.NODE_SILENT_S))


# As SQL, for every call of a node begins with it and the ORM takes ten times as long to make it.
BEARER = """
SELECT node.id, node.name, node.state, node.project_id, node.token_hash, node.old_token_hash,
    node.rotation_asked_at, node.generation, node.capabilities, node.known_bad,
    project.id AS project__id, project.slug AS project__slug
FROM validation_node AS node JOIN projects_project AS project ON project.id = node.project_id
WHERE node.state <> 'retired' AND (
    node.token_hash = %(token_hash)s
    OR (node.old_token_hash = %(token_hash)s AND node.old_token_until > statement_timestamp())
)
"""


class NodeQuerySet(models.QuerySet["Node"]):
    """Nodes as leasing and pages ask for them."""

    def of(self, project: Project) -> NodeQuerySet:
        """Return the nodes of one project."""
        return self.filter(project=project)

    def enrolled(self) -> NodeQuerySet:
        """Return those that may be given work."""
        return self.filter(state=NodeState.ENROLLED)

    def known(self) -> NodeQuerySet:
        """Return those that may speak to us: all but retired ones."""
        return self.exclude(state=NodeState.RETIRED)

    def bearer_of(self, token_hash: str) -> Node | None:
        """Return the one that may speak with this token, its own or, until it took a newer one, its last.

        Its facts are left out: they can be large, and no call of a node needs them.
        """
        return next(iter(sql.objects(Node, BEARER, {"token_hash": token_hash})), None)

    def heard(self) -> NodeQuerySet:
        """Return those that spoke to us lately, by the database's clock."""
        return self.filter(_spoke_lately())

    def told_if_heard(self) -> NodeQuerySet:
        """Let each know by the database's clock whether it is silent."""
        return self.annotate(was_heard=ExpressionWrapper(_spoke_lately(), models.BooleanField()))


class Node(TimeStamped):
    """A machine that does jobs of one project. `facts` are for people, `capabilities` decide leases.

    `known_bad` says in both languages which of its versions are known not to go together; null: none is.
    After a rotation the token before is good until the new one is used, or until `old_token_until`.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="nodes")
    name = models.CharField(max_length=100)
    state = models.CharField(max_length=10, choices=NodeState.choices, default=NodeState.ENROLLED)
    token_hash = models.CharField(max_length=64, unique=True)
    old_token_hash = models.CharField(max_length=64, blank=True, db_index=True)
    old_token_until = models.DateTimeField(null=True)
    rotation_asked_at = models.DateTimeField(null=True)
    # Counts how often its token was revoked: its password at the broker is made from it and changes with it.
    generation = models.PositiveIntegerField(default=1)
    facts = models.JSONField(default=dict)
    facts_at = models.DateTimeField(null=True)
    # Since when each group of facts is as it is (`fact_groups`).
    facts_since = models.JSONField(default=dict)
    capabilities = models.JSONField(default=dict)
    known_bad = models.JSONField(null=True)
    last_seen_at = models.DateTimeField(null=True)

    objects = NodeQuerySet.as_manager()

    # Django REST framework asks this of whoever sent a request.
    is_authenticated = True

    class Meta:
        ordering = ("name",)
        constraints = (models.UniqueConstraint(fields=("project", "name"), name="node_name_once_a_project"),)

    def __str__(self) -> str:
        return self.name

    @property
    def queue(self) -> str:
        """Return the queue that only this node listens to."""
        return f"node.{self.pk}"

    @property
    def capability_queue(self) -> str:
        """Return the queue of all nodes of the project with the same chip."""
        return f"cap.{self.project.slug}.{self.chip}"

    @property
    def chip(self) -> str:
        """Return the chip's short name as it may stand in the name of a queue, whatever the node said."""
        said = str(self.capabilities.get("chip", "")).lower()
        return re.sub(r"[^a-z0-9]+", "-", said).strip("-")[:40] or "unknown"

    @property
    def speaks_ours(self) -> bool:
        """Tell whether the node reads the job specs that we write; one that does not say is taken at that."""
        return bool(self.capabilities.get("protocol", VERSION) == VERSION)

    @property
    def is_silent(self) -> bool:
        """Tell whether the node has not spoken for longer than a living one would.

        By our own clock where the query did not ask the database for it (`told_if_heard`).
        """
        if (heard := self.__dict__.get("was_heard")) is not None:
            return not heard
        limit = timezone.now() - timedelta(seconds=settings.NODE_SILENT_S)
        return self.last_seen_at is None or self.last_seen_at < limit

    def lacks(self, needs: frozenset[str]) -> frozenset[str]:
        """Return what the node would need and does not have."""
        return frozenset(need for need in needs if not self.capabilities.get(need))


class EnrolmentCode(TimeStamped):
    """A code that enrols one node once, a new one or `node` anew; only its hash is stored."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="enrolment_codes")
    code_hash = models.CharField(max_length=64, unique=True)
    issued_by = models.CharField(max_length=150)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    node = models.ForeignKey(Node, on_delete=models.SET_NULL, null=True)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"enrolment code for {self.project_id}"
