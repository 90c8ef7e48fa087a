"""What architects say against the scanner, for this scan and all that follow."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.core.models import TimeStamped
from apps.projects.models import Project
from migration_engine.coupling import Override as Word
from migration_engine.coupling import OverrideKind as Kind


class OverrideKind(models.TextChoices):
    """What an override changes; the values are the engine's."""

    LAYER = Kind.LAYER.value, _("Layer")
    COUPLING = Kind.COUPLING.value, _("Coupling")
    MERGE = Kind.MERGE.value, _("Join")
    SPLIT = Kind.SPLIT.value, _("Split")
    EXCLUDE = Kind.EXCLUDE.value, _("Leave out")


class EndedBy(models.TextChoices):
    """Why an override no longer holds."""

    UNDONE = "undone", _("undone")
    EXPIRED = "expired", _("expired")


class OverrideQuerySet(models.QuerySet["Override"]):
    """Overrides as maps and pages ask for them."""

    def of(self, project: Project) -> OverrideQuerySet:
        """Return the overrides of one project, in the order in which they were said."""
        return self.filter(project=project)

    def in_force(self) -> OverrideQuerySet:
        """Return those that neither were undone nor have expired."""
        return self.filter(ended="")


class Override(TimeStamped):
    """One word of an architect. It is never edited: undone, it stays in the list."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="overrides")
    kind = models.CharField(max_length=10, choices=OverrideKind.choices)
    components = models.JSONField()
    value = models.CharField(max_length=120, blank=True)
    paths = models.JSONField(default=list)
    reason = models.CharField(max_length=500)
    author = models.CharField(max_length=150)
    expires_on = models.DateField(null=True)
    ended = models.CharField(max_length=10, choices=EndedBy.choices, blank=True)
    ended_at = models.DateTimeField(null=True)
    ended_by = models.CharField(max_length=150, blank=True)

    objects = OverrideQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.kind} of {self.components[0]}"

    @property
    def word(self) -> Word:
        """Return it as the engine takes it."""
        return Word(
            Kind(self.kind),
            tuple(self.components),
            self.value,
            self.author,
            self.reason,
            tuple(self.paths),
            id=str(self.pk),
        )
