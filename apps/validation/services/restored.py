"""After a backup was brought back: what was given out since it was made must count for nothing."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from apps.core import audit
from apps.validation.models import LIVE, Attempt, AttemptState, EnrolmentCode, Job
from apps.validation.services.ending import RESTORED, end_attempt

# More than a job had attempts since: a node refuses a number that it has begun before.
NUMBERS_APART = 1000


@transaction.atomic
def put_fences_up(*, made_at: str) -> int:
    """End what was under way in the backup, and number later attempts apart from those that it lacks.

    Return how many jobs begin anew; that costs them no try. Open enrolment codes are over: they may have been
    used. Attempts that a node began since are not known here, so it is told to discard them.
    """
    Job.objects.update(attempts_before=F("attempts_before") + NUMBERS_APART)
    EnrolmentCode.objects.filter(used_at=None).update(expires_at=Now())
    live = Attempt.objects.filter(state__in=LIVE).select_for_update()
    ended = sum(end_attempt(attempt, AttemptState.RELEASED, reason=RESTORED) for attempt in live)
    audit.record("portal", "restored a backup", made_at, begun_anew=ended)
    return ended
