"""Bringing forward what a lost message or a silent node left behind. Several at once do no harm."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from apps.validation.models import LIVE, Attempt, AttemptState, Job
from apps.validation.services.doorbell import ring_once
from apps.validation.services.ending import TOKEN_EXPIRED, end_attempt
from apps.validation.services.following import end_what_waits_in_vain


def reconcile() -> tuple[int, int]:
    """Return how many dead attempts were ended and for how many waiting jobs the bell rang again."""
    return _expire(), _ring_again()


def _expire() -> int:
    """End attempts whose token died and those whose lease ran out, by the database's clock.

    The last lease ends with its token: that is no silence of the node, and no second try follows.
    """
    live = Attempt.objects.filter(state__in=LIVE)
    overdue = live.filter(deadline_at__lt=Now())
    silent = live.filter(lease_expires_at__lt=Now(), deadline_at__gte=Now())
    return _end_each(overdue, AttemptState.ERRORED, TOKEN_EXPIRED) + _end_each(silent, AttemptState.EXPIRED)


def _end_each(attempts: QuerySet[Attempt], state: AttemptState, reason: str = "") -> int:
    """End one after the other, each for itself: who held several would block what nodes and people do."""
    ended = 0
    while _end_one(attempts, state, reason):
        ended += 1
    return ended


@transaction.atomic
def _end_one(attempts: QuerySet[Attempt], state: AttemptState, reason: str) -> bool:
    attempt = attempts.order_by("pk").select_for_update(skip_locked=True).first()
    return attempt is not None and end_attempt(attempt, state, reason=reason)


@transaction.atomic
def _ring_again() -> int:
    end_what_waits_in_vain()
    waiting = list(Job.objects.ready())
    ring_once(waiting)
    return len(waiting)
