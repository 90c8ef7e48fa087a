"""Which branch of a project its map, plan and history show, where an architect chose one."""

from __future__ import annotations

from django.db import models

from apps.core.models import TimeStamped
from apps.projects.models import Project


class ProjectBranch(TimeStamped):
    """The chosen branch; a project without this row has the branch of its first finished scan."""

    project = models.OneToOneField(Project, on_delete=models.CASCADE, related_name="chosen_branch")
    branch = models.CharField(max_length=200, blank=True)
    chosen_by = models.CharField(max_length=150)

    def __str__(self) -> str:
        return self.branch
