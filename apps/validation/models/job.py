"""Jobs, the attempts at them, and what attempts said."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from apps.core.models import TimeStamped
from apps.projects.models import Project
from apps.validation.models.node import Node
from apps.validation.models.states import ENDED, LIVE, AttemptState, JobState
from migration_engine.protocol import JobKind, kind_of

IS_LIVE = Q(state__in=LIVE)


class JobQuerySet(models.QuerySet["Job"]):
    """Jobs as pages and the reconciler ask for them."""

    def of(self, project: Project) -> JobQuerySet:
        """Return the jobs of one project."""
        return self.filter(project=project)

    def queued(self) -> JobQuerySet:
        """Return those that wait for a node."""
        return self.filter(state=JobState.QUEUED)


class Job(TimeStamped):
    """One check that was asked for. This row is the truth; messages only point at it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="jobs")
    kind = models.CharField(max_length=64)
    parameters = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.QUEUED)
    priority = models.PositiveSmallIntegerField(default=5)
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
    def has_ended(self) -> bool:
        """Tell whether nothing more will happen."""
        return self.state in ENDED


class Attempt(models.Model):
    """One node's go at a job, valid as long as its lease."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="attempts")
    node = models.ForeignKey(Node, on_delete=models.CASCADE, related_name="attempts")
    number = models.PositiveSmallIntegerField()
    token_hash = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=AttemptState.choices, default=AttemptState.LEASED)
    leased_at = models.DateTimeField(auto_now_add=True)
    lease_expires_at = models.DateTimeField()
    heartbeat_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    progress = models.JSONField(default=dict)

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
    """One batch of log lines; the node numbers its batches, so a batch sent twice is stored once."""

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="logs")
    sequence = models.PositiveIntegerField()
    lines = models.JSONField(default=list)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("attempt", "sequence")
        constraints = (models.UniqueConstraint(fields=("attempt", "sequence"), name="log_batch_once"),)

    def __str__(self) -> str:
        return f"log {self.sequence} of {self.attempt_id}"
