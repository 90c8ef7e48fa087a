"""The views of a list that somebody comes back to."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from apps.core.models import TimeStamped
from apps.projects.models import Project


class SavedView(TimeStamped):
    """A name for the filters of a list of findings, for one member of a project; it names no scan.

    `query` is the query string; whoever gets the address sees the same, saved or not.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=60)
    query = models.CharField(max_length=2000, blank=True)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=("project", "user", "name"), name="one_view_of_a_name"),
        )

    def __str__(self) -> str:
        return self.name
