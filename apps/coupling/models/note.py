"""What people write down about a component."""

from __future__ import annotations

from django.db import models

from apps.core.models import TimeStamped
from apps.projects.models import Project


class ComponentNote(TimeStamped):
    """A note on the component of that key, in every scan that holds it. It is never edited."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="component_notes")
    component = models.CharField(max_length=460)
    text = models.CharField(max_length=2000)
    author = models.CharField(max_length=150)

    class Meta:
        ordering = ("-pk",)
        indexes = (models.Index(fields=("project", "component"), name="note_of_component"),)

    def __str__(self) -> str:
        return self.text[:60]
