"""Which job a node gets: the most urgent and oldest that it can do, and an inventory before anything."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from apps.core import audit, sql
from apps.validation.models import ENDED, Job, JobState, Node
from migration_engine.protocol import CATALOGUE, complete_parameters

INVENTORY = "inventory"
FIRST = 9
# One of so many waiting jobs nearly always fits the node.
FEW = 5
# What `Job.objects.ready` means, for one node: every question of a node asks it, mostly for nothing.
WAITING = """
SELECT id, project_id, kind, requires, confirmed, node_id
FROM validation_job AS job
WHERE project_id = %(project)s AND state = 'queued' AND parts = 0 AND kind = ANY(%(kinds)s)
    AND (node_id IS NULL OR node_id = %(node)s)
    AND NOT EXISTS (
        SELECT FROM validation_job_after AS link JOIN validation_job AS earlier ON earlier.id = link.to_job_id
        WHERE link.from_job_id = job.id AND earlier.state <> 'succeeded'
    )
ORDER BY priority DESC, created_at LIMIT %(most)s OFFSET %(passed)s
"""


def choices_of(node: Node) -> Iterator[Job]:
    """Yield what the node may take now, in its order; an inventory alone where it needs one first.

    Between this and taking one, another node may be faster.
    """
    known = node.capabilities.get("kinds", [])
    kinds = [k.name for k in CATALOGUE.values() if k.name in known and not node.lacks(k.needs)]
    for candidate in _in_order(node, kinds):
        if not candidate.fits(node):
            continue
        if candidate.kind != INVENTORY and INVENTORY in kinds and not has_inventory(node):
            yield _inventory_of(node) or _new_inventory(node)
            return
        yield candidate


def _in_order(node: Node, kinds: list[str]) -> Iterator[Job]:
    """Yield the most urgent and oldest first: a few, for one of them nearly always fits, then all others."""
    asked = {"project": node.project_id, "node": node.pk, "kinds": kinds}
    first = sql.objects(Job, WAITING, asked | {"most": FEW, "passed": 0})
    yield from first
    if len(first) == FEW:
        yield from sql.objects(Job, WAITING, asked | {"most": None, "passed": FEW})


def has_inventory(node: Node) -> bool:
    """Tell whether an inventory of the node ended with an answer lately, or none is asked for."""
    if not settings.INVENTORY_FRESH_H:
        return True
    since = Now() - timedelta(hours=settings.INVENTORY_FRESH_H)
    answered = (JobState.SUCCEEDED, JobState.FAILED)
    return node.attempts.filter(job__kind=INVENTORY, state__in=answered, ended_at__gt=since).exists()


def _inventory_of(node: Node) -> Job | None:
    """Return the node's inventory that waits, is under way or ended lately without an answer."""
    lately = Q(finished_at__gt=Now() - timedelta(minutes=settings.INVENTORY_AGAIN_MIN))
    pinned = Job.objects.filter(node=node, kind=INVENTORY)
    return pinned.filter(~Q(state__in=ENDED) | lately).order_by("-created_at").first()


@transaction.atomic
def _new_inventory(node: Node) -> Job:
    job = Job.objects.create(
        project=node.project,
        kind=INVENTORY,
        parameters=complete_parameters(CATALOGUE[INVENTORY], {}),
        node=node,
        priority=FIRST,
    )
    audit.record("portal", "requested job", job.pk, project_slug=node.project.slug, kind=INVENTORY)
    return job
