"""Jobs, the attempts at them, and what attempts said."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import get_language

from apps.core.models import TimeStamped
from apps.projects.models import Project
from apps.validation.models.node import Node
from apps.validation.models.states import ENDED, LIVE, AttemptState, JobState
from migration_engine.protocol import JobKind, Requires, kind_of

IS_LIVE = Q(state__in=LIVE)


class JobQuerySet(models.QuerySet["Job"]):
    """Jobs as pages and the reconciler ask for them."""

    def of(self, project: Project) -> JobQuerySet:
        """Return the jobs of one project."""
        return self.filter(project=project)

    def queued(self) -> JobQuerySet:
        """Return those that wait for a node, sooner or later; a parent waits for its children instead."""
        return self.filter(state=JobState.QUEUED, parts=0)

    def ready(self) -> JobQuerySet:
        """Return those that a node may take now: everything that they come after has succeeded."""
        unmet = Job.after.through.objects.filter(from_job=OuterRef("pk"))
        return self.queued().exclude(Exists(unmet.exclude(to_job__state=JobState.SUCCEEDED)))


class Job(TimeStamped):
    """One check that was asked for. This row is the truth; messages only point at it.

    A job with `parts` is a parent: no node ever takes it, its state follows from its children.
    Each `round` ends with at most one accepted result; a retry begins the next one.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="jobs")
    kind = models.CharField(max_length=64)
    parameters = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.QUEUED)
    round = models.PositiveSmallIntegerField(default=0)
    priority = models.PositiveSmallIntegerField(default=5)
    requires = models.JSONField(default=dict)
    confirmed = models.BooleanField(default=False)
    after = models.ManyToManyField("self", symmetrical=False, related_name="before")
    parent = models.ForeignKey("self", on_delete=models.CASCADE, null=True, related_name="children")
    parts = models.PositiveSmallIntegerField(default=0)
    # Numbers up to this one may have been given to attempts that a restored backup does not know.
    attempts_before = models.PositiveSmallIntegerField(default=0)
    node = models.ForeignKey(Node, on_delete=models.SET_NULL, null=True, related_name="pinned_jobs")
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="requested_jobs"
    )
    reason = models.CharField(max_length=60, blank=True)
    cancel_requested_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    objects = JobQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at",)
        indexes = (
            models.Index(fields=("project", "-created_at")),
            models.Index(fields=("-priority", "created_at"), condition=Q(state="queued"), name="queued_jobs"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {str(self.pk)[:8]}"

    @property
    def definition(self) -> JobKind:
        """Return the kind from the catalogue."""
        return kind_of(self.kind)

    @property
    def called(self) -> str:
        """Return what readers call it: its kind in their language and how its id begins."""
        return f"{self.definition.title.in_language(get_language() or '')} {str(self.pk)[:8]}"

    @property
    def has_ended(self) -> bool:
        """Tell whether nothing more will happen."""
        return self.state in ENDED

    @property
    def needs(self) -> Requires:
        """Return what a node must be to take it."""
        return Requires(**self.requires)

    def fits(self, node: Node) -> bool:
        """Tell whether the node is one that may take it: the one it is pinned to, able and good enough."""
        return self.node_id in (None, node.pk) and not self.unmet_by(node)

    def unmet_by(self, node: Node) -> bool:
        """Tell whether the node lacks something or has versions that nobody confirmed."""
        lacks = node.lacks(self.definition.needs) or self.needs.unmet_by(node.capabilities)
        return bool(lacks) or self.minds_versions_of(node)

    def minds_versions_of(self, node: Node) -> bool:
        """Tell whether the node has versions that do not go together, and the job rests on them unconfirmed.

        A kind that needs nothing, like an inventory, is how one finds out.
        """
        return bool(node.known_bad and self.definition.needs) and not self.confirmed


class Attempt(models.Model):
    """One node's go at a job, valid as long as its lease and never beyond its deadline.

    `reason` and `exit` say why it ended without a result: a code, and the signal or exit code of its process.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="attempts")
    node = models.ForeignKey(Node, on_delete=models.CASCADE, related_name="attempts")
    number = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField(default=0)
    token_hash = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=AttemptState.choices, default=AttemptState.LEASED)
    leased_at = models.DateTimeField(auto_now_add=True)
    lease_expires_at = models.DateTimeField()
    deadline_at = models.DateTimeField()
    heartbeat_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    progress = models.JSONField(default=dict)
    reason = models.CharField(max_length=60, blank=True)
    exit = models.JSONField(default=dict)
    log_lines = models.PositiveIntegerField(default=0)
    log_cut = models.BooleanField(default=False)

    class Meta:
        ordering = ("job", "number")
        constraints = (
            models.UniqueConstraint(fields=("job", "number"), name="attempt_number_once_a_job"),
            models.UniqueConstraint(fields=("job",), condition=IS_LIVE, name="one_live_attempt_a_job"),
            models.UniqueConstraint(fields=("node",), condition=IS_LIVE, name="one_live_attempt_a_node"),
        )

    def __str__(self) -> str:
        return f"attempt {self.number} at {self.job_id}"


class JobLog(models.Model):
    """One batch of log lines; the node numbers its batches, so a batch sent twice is stored once.

    `first_line` is the number of its first line in the attempt's log, from 1.
    """

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="logs")
    sequence = models.PositiveIntegerField()
    first_line = models.PositiveIntegerField(default=1)
    lines = models.JSONField(default=list)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("attempt", "sequence")
        constraints = (models.UniqueConstraint(fields=("attempt", "sequence"), name="log_batch_once"),)

    def __str__(self) -> str:
        return f"log {self.sequence} of {self.attempt_id}"
