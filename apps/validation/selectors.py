"""Everything that reads nodes, jobs and evidence; always of one project."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.shortcuts import get_object_or_404

from apps.core.tokens import hash_of
from apps.projects.models import Project
from apps.validation.models import LIVE, Artifact, Attempt, EnrolmentCode, Evidence, Job, Node, NodeQuerySet


def evidence_for(project: Project) -> QuerySet[Evidence]:
    """Return the accepted results of a project with their jobs, oldest first."""
    return Evidence.objects.filter(job__project=project).select_related("job")


def nodes_of(project: Project) -> NodeQuerySet:
    """Return the nodes, retired ones last, each with the attempts it holds now as `live`: two queries."""
    held = Attempt.objects.filter(state__in=LIVE).select_related("job")
    live = Prefetch("attempts", held, to_attr="live")
    return (
        Node.objects.of(project)
        .told_if_heard()
        .select_related("project")
        .prefetch_related(live)
        .order_by("state", "name")
    )


def code_of(project: Project, code: str) -> EnrolmentCode:
    """Return the row of an enrolment code that was issued just now."""
    return EnrolmentCode.objects.get(project=project, code_hash=hash_of(code))


def node_for(project: Project, node_id: UUID) -> Node:
    """Return one node; 404 for another project's."""
    return get_object_or_404(nodes_of(project), pk=node_id)


def jobs_of(project: Project) -> QuerySet[Job]:
    """Return the jobs, newest first, with what a list shows of them."""
    attempts = Prefetch("attempts", Attempt.objects.select_related("node"), to_attr="tries")
    evidence = Prefetch("evidence", Evidence.objects.defer("document"), to_attr="results")
    parts = Prefetch("children", Job.objects.order_by("created_at"), to_attr="parts_list")
    return (
        Job.objects.of(project)
        .select_related("project", "node", "requested_by", "parent")
        .prefetch_related(attempts, evidence, parts)
    )


def job_for(project: Project, job_id: UUID) -> Job:
    """Return one job; 404 for another project's."""
    return get_object_or_404(jobs_of(project), pk=job_id)


def attempt_for(project: Project, job_id: UUID, number: int) -> Attempt:
    """Return one attempt at a job; 404 for another project's."""
    return get_object_or_404(Attempt, job__project=project, job=job_id, number=number)


def evidence_of(job: Job) -> Evidence | None:
    """Return the accepted result of the newest round that has one, or None."""
    results = Evidence.objects.filter(job=job).select_related("job", "attempt__node")
    return results.order_by("-round").first()


def artifacts_of(evidence: Evidence) -> list[Artifact]:
    """Return the files of an accepted result that came whole, by name."""
    return list(evidence.attempt.artifacts.exclude(complete_at=None))


def artifact_for(job: Job, artifact_id: UUID) -> Artifact:
    """Return one file of a job that came whole; 404 for another job's."""
    whole = Artifact.objects.exclude(complete_at=None)
    return get_object_or_404(whole, pk=artifact_id, attempt__job=job)
