"""Everything that reads nodes, jobs and evidence; always of one project."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from uuid import UUID

from django.db.models import Count, Prefetch, Q, QuerySet
from django.shortcuts import get_object_or_404

from apps.projects.models import Project
from apps.validation.models import LIVE, Artifact, Attempt, Evidence, Job, JobLog, Node, NodeQuerySet

LOG_TAIL = 400


def evidence_for(project: Project) -> QuerySet[Evidence]:
    """Return the accepted results of a project with their jobs, oldest first."""
    return Evidence.objects.filter(job__project=project).select_related("job")


def nodes_of(project: Project) -> NodeQuerySet:
    """Return the nodes, retired ones last, each with how many jobs it holds now."""
    busy = Count("attempts", filter=Q(attempts__state__in=LIVE))
    return Node.objects.of(project).select_related("project").annotate(busy=busy).order_by("state", "name")


def node_for(project: Project, node_id: UUID) -> Node:
    """Return one node; 404 for another project's."""
    return get_object_or_404(nodes_of(project), pk=node_id)


def jobs_of(project: Project) -> QuerySet[Job]:
    """Return the jobs, newest first, with what a list shows of them."""
    attempts = Prefetch("attempts", Attempt.objects.select_related("node"), to_attr="tries")
    evidence = Prefetch("evidence", Evidence.objects.defer("document"), to_attr="results")
    return (
        Job.objects.of(project)
        .select_related("project", "node", "requested_by")
        .prefetch_related(attempts, evidence)
    )


def job_for(project: Project, job_id: UUID) -> Job:
    """Return one job; 404 for another project's."""
    return get_object_or_404(jobs_of(project), pk=job_id)


def evidence_of(job: Job) -> Evidence | None:
    """Return the accepted result of the newest round that has one, or None."""
    results = Evidence.objects.filter(job=job).select_related("job", "attempt__node")
    return results.order_by("-round").first()


def artifacts_of(job: Job) -> list[Artifact]:
    """Return the files of the newest accepted result that came whole, by name."""
    evidence = evidence_of(job)
    return list(evidence.attempt.artifacts.exclude(complete_at=None)) if evidence else []


def artifact_for(job: Job, artifact_id: UUID) -> Artifact:
    """Return one file of a job that came whole; 404 for another job's."""
    whole = Artifact.objects.exclude(complete_at=None)
    return get_object_or_404(whole, pk=artifact_id, attempt__job=job)


def log_of(attempt: Attempt | None) -> list[str]:
    """Return the last lines of an attempt's log."""
    batches = JobLog.objects.filter(attempt=attempt).order_by("-sequence")[:LOG_TAIL] if attempt else []
    return list(reversed(list(_last_lines(batches, LOG_TAIL))))


def _last_lines(batches: Iterable[JobLog], most: int) -> Iterator[str]:
    left = most
    for batch in batches:
        for line in reversed(batch.lines):
            if left == 0:
                return
            left -= 1
            yield line
