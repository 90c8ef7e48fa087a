"""A priced scenario, and variants of it that follow its figures."""

from __future__ import annotations

from django.db import models

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

    `kind` names a ready-made one (see `variants`), `name` one of the project's own.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="cost_variants")
    kind = models.CharField(max_length=30, blank=True)
    name = models.CharField(max_length=60, blank=True)
    changes = models.JSONField()
    made_by = models.CharField(max_length=150)

    class Meta:
        ordering = ("created_at", "pk")
        constraints = (
            models.UniqueConstraint(fields=("project", "kind", "name"), name="variant_named_in_project"),
        )

    def __str__(self) -> str:
        return self.name or self.kind
