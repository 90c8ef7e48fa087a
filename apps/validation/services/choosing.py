"""Which job a node gets: the most urgent and oldest that it can do, and an inventory before anything."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from apps.core import audit
from apps.validation.models import ENDED, Job, JobState, Node
from migration_engine.protocol import CATALOGUE, complete_parameters

INVENTORY = "inventory"
FIRST = 9
# How many waiting jobs are looked through at once for one that fits the node.
FEW, LOOK_THROUGH = 5, 50


def next_job(node: Node) -> Job | None:
    """Return and lock the job that the node takes now; jobs that others look at are passed over."""
    known = node.capabilities.get("kinds", [])
    kinds = [k.name for k in CATALOGUE.values() if k.name in known and not node.lacks(k.needs)]
    waiting = Job.objects.of(node.project).ready().filter(Q(node=None) | Q(node=node), kind__in=kinds)
    needs_inventory = INVENTORY in kinds and not has_inventory(node)
    for candidate in _in_order(waiting):
        if not candidate.fits(node):
            continue
        if needs_inventory and candidate.kind != INVENTORY:
            return _locked(_inventory_of(node) or _new_inventory(node))
        if locked := _locked(candidate):
            return locked
    return None


def _in_order(waiting: QuerySet[Job]) -> Iterator[Job]:
    """Yield the most urgent and oldest first: a few, for one of them nearly always fits, then all others."""
    ordered = waiting.order_by("-priority", "created_at")
    first = list(ordered[:FEW])
    yield from first
    if len(first) == FEW:
        yield from ordered[FEW:].iterator(chunk_size=LOOK_THROUGH)


def has_inventory(node: Node) -> bool:
    """Tell whether an inventory of the node ended with an answer lately, or none is asked for."""
    if not settings.INVENTORY_FRESH_H:
        return True
    since = Now() - timedelta(hours=settings.INVENTORY_FRESH_H)
    answered = (JobState.SUCCEEDED, JobState.FAILED)
    return node.attempts.filter(job__kind=INVENTORY, state__in=answered, ended_at__gt=since).exists()


def _locked(candidate: Job | None) -> Job | None:
    """Lock in a second step, so that what does not fit stays free for others."""
    if candidate is None:
        return None
    queued = Job.objects.queued().filter(pk=candidate.pk).select_related("project")
    return queued.select_for_update(of=("self",), skip_locked=True).first()


def _inventory_of(node: Node) -> Job | None:
    """Return the node's inventory that waits, is under way or ended lately without an answer."""
    lately = Q(finished_at__gt=Now() - timedelta(minutes=settings.INVENTORY_AGAIN_MIN))
    pinned = Job.objects.filter(node=node, kind=INVENTORY)
    return pinned.filter(~Q(state__in=ENDED) | lately).order_by("-created_at").first()


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
