"""Nodes and jobs of a project as numbers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count

from apps.projects.models import Project
from apps.validation.models import ENDED, Evidence, Job, JobState, Node


@dataclass(frozen=True, slots=True)
class Work:
    """How many nodes there are and speak, and how many jobs are where."""

    nodes: int
    online: int
    jobs: int
    ended: int
    failed: int
    rehearsed: int

    @property
    def under_way(self) -> int:
        """Return how many jobs are not over yet."""
        return self.jobs - self.ended


def work_of(project: Project) -> Work:
    """Return the numbers of one project; four SQL queries."""
    nodes = Node.objects.of(project).enrolled()
    # A parent is done by its parts, which are counted.
    counted = Job.objects.of(project).filter(parts=0).order_by().values_list("state").annotate(n=Count("pk"))
    states = Counter(dict(counted))
    return Work(
        nodes=nodes.count(),
        online=nodes.heard().count(),
        jobs=states.total(),
        ended=sum(states[state] for state in ENDED),
        failed=states[JobState.FAILED] + states[JobState.ERRORED],
        rehearsed=Evidence.objects.filter(job__project=project, rehearsal=True).count(),
    )
