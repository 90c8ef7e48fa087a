"""Asking for jobs: checked against the catalogue and the nodes, stored, announced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from apps.core import audit
from apps.core.errors import ApplicationError
from apps.projects.models import Project
from apps.validation.models import ENDED, Job, JobState, Node, NodeState
from apps.validation.services.doorbell import ring
from migration_engine.errors import SpecInvalid
from migration_engine.protocol import Json, Requires, complete_parameters, kind_of, parts_of, requires_from
from migration_engine.text import Text

PRIORITIES = range(10)


@transaction.atomic
def request_job(
    *,
    actor: User,
    project: Project,
    kind: str,
    parameters: Mapping[str, Json],
    node: Node | None = None,
    requires: Mapping[str, Json] | None = None,
    priority: int = 5,
    after: Sequence[Job] = (),
    split: bool = False,
    confirmed: bool = False,
) -> Job:
    """Queue a job and ring for it; with SPLIT a parent that is done part by part.

    NODE pins it, REQUIRES says what another node must be, AFTER names jobs that must succeed before. Raises
    ApplicationError, `known_bad` where versions on its nodes do not go together and nobody CONFIRMED it.
    """
    parts = _parts(kind, parameters, split=split)
    needs = _needs(requires or {})
    check_pin(project, node)
    check_priority(priority)
    _check_after(project, after)
    job = Job(project=project, kind=kind, node=node, requested_by=actor, priority=priority)
    job.parameters, job.requires, job.parts = parts[0], needs.to_dict(), len(parts) - 1
    job.confirmed = confirmed
    _refuse_known_bad(job)
    job.save()
    audit.record(actor, "requested job", job.pk, project_slug=project.slug, kind=kind, confirmed=confirmed)
    _announce(job, parts[1:], after)
    return job


def _announce(job: Job, parts: Sequence[dict[str, Json]], after: Sequence[Job]) -> None:
    for part in [_child(job, own) for own in parts] or [job]:
        if after:
            part.after.set(after)
        if all(earlier.state == JobState.SUCCEEDED for earlier in after):
            ring(part)


def check_pin(project: Project, node: Node | None) -> None:
    """Raise ApplicationError for a node of another project or one that takes nothing any more."""
    if node is None:
        return
    if node.project_id != project.pk or node.state == NodeState.RETIRED:
        raise ApplicationError("node_unknown", _("That node is not, or no longer, in this project."))


def check_priority(priority: int) -> None:
    """Raise ApplicationError for a priority that is none."""
    if priority not in PRIORITIES:
        raise ApplicationError("priority", _("A priority is a number from 0 to 9."))


def _parts(kind: str, parameters: Mapping[str, Json], *, split: bool) -> list[dict[str, Json]]:
    """Return the parameters of the whole and then those of its parts, of which a whole alone has none."""
    try:
        found = kind_of(kind)
        complete = complete_parameters(found, parameters)
        return [complete, *(parts_of(found, complete) if split else [])]
    except SpecInvalid as error:
        raise ApplicationError.of(error) from error


def _needs(requires: Mapping[str, Json]) -> Requires:
    try:
        return requires_from(requires)
    except SpecInvalid as error:
        raise ApplicationError.of(error) from error


def _check_after(project: Project, after: Sequence[Job]) -> None:
    for job in after:
        if job.project_id != project.pk:
            raise ApplicationError("after_unknown", _("A job can only come after one of the same project."))
        if job.state in ENDED and job.state != JobState.SUCCEEDED:
            raise ApplicationError(
                "after_ended", _("%s did not succeed. Retry it first, or leave it out.") % job.called
            )


def _refuse_known_bad(job: Job) -> None:
    """Refuse when a node could take the job but for its versions, and none with better ones could."""
    if not job.definition.needs:
        return
    nodes = [job.node] if job.node else list(Node.objects.of(job.project).enrolled().defer("facts"))
    able = [n for n in nodes if not n.lacks(job.definition.needs) and not job.needs.unmet_by(n.capabilities)]
    bad = [node for node in able if job.minds_versions_of(node)]
    if bad and len(bad) == len(able):
        reason = Text(**(bad[0].known_bad or {})).in_language(get_language() or "")
        message = _(
            "Versions on %(node)s are known not to go together: %(reason)s Confirm to queue it anyway."
        )
        raise ApplicationError("known_bad", message % {"node": bad[0].name, "reason": reason}, status=409)


def _child(parent: Job, parameters: dict[str, Json]) -> Job:
    return Job.objects.create(
        project=parent.project,
        parent=parent,
        kind=parent.kind,
        node=parent.node,
        requested_by=parent.requested_by,
        priority=parent.priority,
        parameters=parameters,
        requires=parent.requires,
        confirmed=parent.confirmed,
    )
