"""Ringing the nodes that could take a job. A ring may get lost: every node also asks by itself."""

from __future__ import annotations

from apps.core.queue import send_on_commit
from apps.validation.models import Job, Node

RING = "node.ring"


def ring(job: Job) -> None:
    """Ring the pinned node, or else once for every chip among the nodes that could do it."""
    for queue in sorted(_queues(job)):
        send_on_commit(RING, str(job.pk), queue=queue)


def _queues(job: Job) -> set[str]:
    nodes = Node.objects.of(job.project).enrolled().heard().select_related("project")
    if job.node_id:
        return {node.queue for node in nodes.filter(pk=job.node_id)}
    return {node.capability_queue for node in nodes if not node.lacks(job.definition.needs)}
