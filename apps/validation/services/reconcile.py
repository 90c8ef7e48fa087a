"""Bringing forward what a lost message or a silent node left behind. Several at once do no harm."""

from __future__ import annotations

from django.db import transaction
from django.db.models.functions import Now

from apps.validation.models import LIVE, Attempt, AttemptState, Job
from apps.validation.services.doorbell import ring
from apps.validation.services.ending import end_attempt


def reconcile() -> tuple[int, int]:
    """Return how many dead leases were ended and for how many waiting jobs the bell rang again."""
    return _expire(), _ring_again()


@transaction.atomic
def _expire() -> int:
    dead = Attempt.objects.filter(state__in=LIVE, lease_expires_at__lt=Now())
    locked = list(dead.select_for_update(skip_locked=True))
    return sum(end_attempt(attempt, AttemptState.EXPIRED) for attempt in locked)


@transaction.atomic
def _ring_again() -> int:
    waiting = list(Job.objects.queued().select_related("project"))
    for job in waiting:
        ring(job)
    return len(waiting)
