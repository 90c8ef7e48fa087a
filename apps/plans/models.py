"""An adopted plan: its waves, and one work item for each component."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.core.models import TimeStamped
from apps.projects.models import Project
from apps.scans.models import Scan
from migration_engine.effort import Range
from migration_engine.text import Text


class WaveKind(models.TextChoices):
    """What a wave is about; the values are the engine's."""

    PILOT = "pilot", _("Pilot")
    MOVE = "move", _("Move")
    REPOINT = "repoint", _("Re-point")
    UNAFFECTED = "unaffected", _("Unaffected")


class Effort(models.Model):
    """Person-days as a range."""

    low = models.FloatField()
    likely = models.FloatField()
    high = models.FloatField()

    class Meta:
        abstract = True

    @property
    def days(self) -> Range:
        """Return the range as the engine's value."""
        return Range(self.low, self.likely, self.high)


class PlanQuerySet(models.QuerySet["Plan"]):
    """Plans as pages ask for them."""

    def of(self, project: Project) -> PlanQuerySet:
        """Return the plans of one project, newest first."""
        return self.filter(project=project)


class Plan(TimeStamped, Effort):
    """A suggestion that an architect adopted; a later adoption is the next number, none is overwritten."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="plans")
    scan = models.ForeignKey(Scan, on_delete=models.RESTRICT, related_name="plans")
    number = models.PositiveIntegerField()
    calibration = models.CharField(max_length=20)
    adopted_by = models.CharField(max_length=150)

    objects = PlanQuerySet.as_manager()

    class Meta:
        ordering = ("-number",)
        constraints = (models.UniqueConstraint(fields=("project", "number"), name="plan_number_in_project"),)

    def __str__(self) -> str:
        return f"plan {self.number} from scan #{self.scan.number}"


class Wave(Effort):
    """Components that are migrated in one go."""

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="waves")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=WaveKind.choices)
    title = models.JSONField()
    reason = models.JSONField()

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("plan", "number"), name="wave_number_in_plan"),)

    def __str__(self) -> str:
        return f"wave {self.number}: {self.title['en']}"

    @property
    def title_text(self) -> Text:
        """Return the title in both languages."""
        return Text(**self.title)

    @property
    def reason_text(self) -> Text:
        """Return why the wave stands where it does, in both languages."""
        return Text(**self.reason)


class WorkItem(Effort):
    """One component to move; `reasons` are the lines of its effort with their ranges."""

    wave = models.ForeignKey(Wave, on_delete=models.CASCADE, related_name="items")
    position = models.PositiveIntegerField()
    component = models.CharField(max_length=400)
    name = models.CharField(max_length=400)
    layer = models.CharField(max_length=2)
    coupling = models.CharField(max_length=6)
    together = models.CharField(max_length=40, blank=True)
    reason = models.JSONField()
    reasons = models.JSONField()

    class Meta:
        ordering = ("position",)
        constraints = (models.UniqueConstraint(fields=("wave", "component"), name="component_in_wave"),)

    def __str__(self) -> str:
        return self.name

    @property
    def reason_text(self) -> Text:
        """Return why the component stands where it does, in both languages."""
        return Text(**self.reason)

    @property
    def lines(self) -> list[tuple[Text, Range]]:
        """Return the lines of the effort, the largest first."""
        return [(Text(line["en"], line["zh"]), Range(*line["days"])) for line in self.reasons]
