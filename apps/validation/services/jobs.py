"""Asking for jobs, and taking the wish back."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from apps.core import audit
from apps.core.errors import ApplicationError
from apps.projects.models import Project
from apps.validation.models import WITH_A_NODE, Job, JobState, Node, NodeState
from apps.validation.services.doorbell import ring
from migration_engine.errors import SpecInvalid
from migration_engine.protocol import Json, complete_parameters, kind_of


@transaction.atomic
def request_job(
    *,
    actor: User,
    project: Project,
    kind: str,
    parameters: Mapping[str, Json],
    node: Node | None = None,
    priority: int = 5,
) -> Job:
    """Queue a job and ring for it. Raises ApplicationError for what the catalogue does not know."""
    try:
        complete = complete_parameters(kind_of(kind), parameters)
    except SpecInvalid as error:
        raise ApplicationError.of(error) from error
    _refuse_foreign(project, node)
    job = Job.objects.create(
        project=project, kind=kind, parameters=complete, node=node, requested_by=actor, priority=priority
    )
    audit.record(actor, "requested job", job.pk, project_slug=project.slug, kind=kind)
    ring(job)
    return job


def _refuse_foreign(project: Project, node: Node | None) -> None:
    if node is not None and (node.project_id != project.pk or node.state != NodeState.ENROLLED):
        raise ApplicationError("node_unknown", _("That node is not, or no longer, in this project."))


@transaction.atomic
def cancel(*, actor: User, job: Job) -> None:
    """End a waiting job at once; ask the node to stop a running one at its next heartbeat."""
    mine = Job.objects.filter(pk=job.pk)
    ended = mine.filter(state=JobState.QUEUED).update(
        state=JobState.CANCELED, cancel_requested_at=Now(), finished_at=Now(), updated_at=Now()
    )
    asked = not ended and mine.filter(state__in=WITH_A_NODE).update(
        cancel_requested_at=Now(), updated_at=Now()
    )
    if ended or asked:
        audit.record(actor, "canceled job", job.pk, project_slug=job.project.slug)
