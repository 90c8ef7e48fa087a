"""A project's own rules, one row a file; a scan keeps what it ran."""

from __future__ import annotations

from django.db import models

from apps.core.models import TimeStamped
from apps.projects.models import Project


class RuleFile(TimeStamped):
    """A YAML file of rules that was read and tried before it was kept. `rules` holds the ids in it."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="rule_files")
    name = models.CharField(max_length=120)
    text = models.TextField()
    sha256 = models.CharField(max_length=64)
    rules = models.JSONField()
    samples = models.PositiveIntegerField()
    is_enabled = models.BooleanField(default=True)
    added_by = models.CharField(max_length=150)

    class Meta:
        ordering = ("name",)
        constraints = (models.UniqueConstraint(fields=("project", "name"), name="rule_file_name_in_project"),)

    def __str__(self) -> str:
        return self.name
