"""Bringing forward what a lost message or a silent node left behind. Several at once do no harm."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from apps.validation.models import LIVE, Attempt, AttemptState, Job
from apps.validation.services.doorbell import ring_once
from apps.validation.services.ending import TOKEN_EXPIRED, end_attempt


def reconcile() -> tuple[int, int]:
    """Return how many dead attempts were ended and for how many waiting jobs the bell rang again."""
    return _expire(), _ring_again()


@transaction.atomic
def _expire() -> int:
    """End attempts whose token died and those whose lease ran out, by the database's clock.

    The last lease ends with its token: that is no silence of the node, and no second try follows.
    """
    live = Attempt.objects.filter(state__in=LIVE)
    overdue = _locked(live.filter(deadline_at__lt=Now()))
    ended = sum(end_attempt(a, AttemptState.ERRORED, reason=TOKEN_EXPIRED) for a in overdue)
    silent = _locked(live.filter(lease_expires_at__lt=Now(), deadline_at__gte=Now()))
    return ended + sum(end_attempt(attempt, AttemptState.EXPIRED) for attempt in silent)


def _locked(attempts: QuerySet[Attempt]) -> list[Attempt]:
    return list(attempts.select_for_update(skip_locked=True))


@transaction.atomic
def _ring_again() -> int:
    waiting = list(Job.objects.ready())
    ring_once(waiting)
    return len(waiting)
