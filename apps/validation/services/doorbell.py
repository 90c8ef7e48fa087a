"""Ringing the nodes that could take a job. A ring may get lost: every node also asks by itself."""

from __future__ import annotations

import json
from collections.abc import Iterable

from django.conf import settings

from apps.core import sql
from apps.core.queue import send_on_commit
from apps.validation.models import Job, Node
from apps.validation.services.broker import admin_url

RING = "node.ring"
# Of many nodes that are the same, one listens for all.
AWAKE = """
SELECT DISTINCT ON (capabilities, known_bad) id, capabilities, known_bad
FROM validation_node
WHERE project_id = %(project)s AND state = 'enrolled'
    AND last_seen_at > statement_timestamp() - make_interval(secs => %(silent_s)s)
"""


def ring(job: Job) -> None:
    """Ring the pinned node, or else once for every chip among the nodes that could do it."""
    ring_once([job])


def ring_once(jobs: Iterable[Job]) -> None:
    """Ring each queue that a node for one of the jobs listens to once: a node that wakes asks for all."""
    bells: dict[str, Job] = {}
    # Of many jobs that ask for the same, one speaks for all.
    for job in {_asked(job): job for job in jobs}.values():
        for queue in _queues(job):
            bells.setdefault(queue, job)
    for queue, job in sorted(bells.items()):
        send_on_commit(RING, str(job.pk), queue=queue, broker=admin_url())


def _asked(job: Job) -> tuple[object, ...]:
    return job.project_id, job.node_id, job.kind, json.dumps(job.requires, sort_keys=True), job.confirmed


def _queues(job: Job) -> set[str]:
    if job.node_id:
        awake = Node.objects.filter(project=job.project_id, pk=job.node_id).enrolled().heard()
        return {node.queue for node in awake.only("pk")}
    asked = {"project": job.project_id, "silent_s": settings.NODE_SILENT_S}
    alike = sql.objects(Node, AWAKE, asked)
    for node in alike:
        node.project = job.project
    return {node.capability_queue for node in alike if job.fits(node)}
