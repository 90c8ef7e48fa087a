"""Ringing the nodes that could take a job. A ring may get lost: every node also asks by itself."""

from __future__ import annotations

from collections.abc import Iterable

from apps.core.queue import send_on_commit
from apps.validation.models import Job, Node
from apps.validation.services.broker import admin_url

RING = "node.ring"


def ring(job: Job) -> None:
    """Ring the pinned node, or else once for every chip among the nodes that could do it."""
    ring_once([job])


def ring_once(jobs: Iterable[Job]) -> None:
    """Ring each queue that a node for one of the jobs listens to once: a node that wakes asks for all."""
    nodes: dict[int, list[Node]] = {}
    bells: dict[str, Job] = {}
    for job in jobs:
        if job.project_id not in nodes:
            nodes[job.project_id] = _awake(job.project_id)
        for queue in _queues(job, nodes[job.project_id]):
            bells.setdefault(queue, job)
    for queue, job in sorted(bells.items()):
        send_on_commit(RING, str(job.pk), queue=queue, broker=admin_url())


def _awake(project_id: int) -> list[Node]:
    return list(Node.objects.filter(project=project_id).enrolled().heard().select_related("project"))


def _queues(job: Job, nodes: Iterable[Node]) -> set[str]:
    if job.node_id:
        return {node.queue for node in nodes if node.pk == job.node_id}
    return {node.capability_queue for node in nodes if job.fits(node)}
