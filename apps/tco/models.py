"""A priced scenario, variants of it, what was changed in it, and snapshots that people sign off and share."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.core.models import TimeStamped
from apps.projects.models import Project


class ScenarioQuerySet(models.QuerySet["Scenario"]):
    """Scenarios as pages ask for them."""

    def of(self, project: Project) -> ScenarioQuerySet:
        """Return the scenarios of one project, newest first."""
        return self.filter(project=project)


class Scenario(TimeStamped):
    """One saved set of inputs with its result; saving again makes the next number."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="scenarios")
    number = models.PositiveIntegerField()
    inputs = models.JSONField()
    result = models.JSONField()
    engine_version = models.CharField(max_length=20)
    saved_by = models.CharField(max_length=150)

    objects = ScenarioQuerySet.as_manager()

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint(fields=("project", "number"), name="scenario_number_in_project"),
        )

    def __str__(self) -> str:
        return f"scenario {self.number}"


class Variant(TimeStamped):
    """A scenario beside the newest saved one: only what it changes is stored, so it follows the base.

    `kind` names a ready-made one (see `variants`), `name` one of the project's own. `quotes` holds, by key
    path, value and currency of the amounts that were entered in another currency than the base has now.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="cost_variants")
    kind = models.CharField(max_length=30, blank=True)
    name = models.CharField(max_length=60, blank=True)
    changes = models.JSONField()
    quotes = models.JSONField(default=dict)
    made_by = models.CharField(max_length=150)

    class Meta:
        ordering = ("created_at", "pk")
        constraints = (
            models.UniqueConstraint(fields=("project", "kind", "name"), name="variant_named_in_project"),
        )

    def __str__(self) -> str:
        return self.name or self.kind

    @property
    def state(self) -> str:
        """Return what tells the scenario from itself after a change."""
        return f"{self.pk}-{self.updated_at.isoformat()}"


class FigureChange(models.Model):
    """What somebody changed about one input, and why; rows are only ever added.

    `before` and `after` are what stood at the key path: a figure with range and origin, a word, or nothing.
    """

    scenario = models.ForeignKey(Scenario, on_delete=models.CASCADE, related_name="changes")
    path = models.CharField(max_length=100)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("-pk",)
        indexes = (models.Index(fields=("path", "-id"), name="tco_change_path"),)

    def __str__(self) -> str:
        return f"{self.path} in {self.scenario}"


class SnapshotState(models.TextChoices):
    """How far a snapshot has been signed off; it goes one way."""

    DRAFT = "draft", _("Draft")
    REVIEWED = "reviewed", _("Reviewed")
    APPROVED = "approved", _("Approved")


class SnapshotChanged(TypeError):
    """Somebody tried to write to a snapshot that is stored already."""


class Snapshot(models.Model):
    """A comparison as it stood: inputs, answers, register and engine version, never changed afterwards.

    Only its state moves on, by `snapshots.sign`.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="cost_snapshots")
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=120)
    note = models.CharField(max_length=400, blank=True)
    inputs = models.JSONField()
    result = models.JSONField()
    register = models.JSONField()
    analysis = models.JSONField()
    engine_version = models.CharField(max_length=20)
    scenario_number = models.PositiveIntegerField(null=True)
    made_by = models.CharField(max_length=150)
    made_at = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=10, choices=SnapshotState.choices, default=SnapshotState.DRAFT)
    reviewed_by = models.CharField(max_length=150, blank=True)
    reviewed_at = models.DateTimeField(null=True)
    approved_by = models.CharField(max_length=150, blank=True)
    approved_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint(fields=("project", "number"), name="snapshot_number_in_project"),
        )

    def __str__(self) -> str:
        return f"snapshot {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store a new snapshot; one that is stored refuses."""
        if not self._state.adding:
            raise SnapshotChanged("a snapshot is never changed; take a new one")
        super().save(*args, **kwargs)


class ShareLink(models.Model):
    """A link that shows one snapshot to whoever holds it; only the hash of its token is stored."""

    snapshot = models.ForeignKey(Snapshot, on_delete=models.CASCADE, related_name="links")
    token_hash = models.CharField(max_length=64, unique=True)
    made_by = models.CharField(max_length=150)
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"link to {self.snapshot}"

    @property
    def is_open(self) -> bool:
        """Tell whether the link still shows its snapshot."""
        return self.revoked_at is None and self.expires_at > timezone.now()
