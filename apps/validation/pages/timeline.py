"""What happened to a job, in order, with how long each part took."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter

from django.utils.translation import gettext as _

from apps.core.models import AuditEntry
from apps.validation.durations import in_words
from apps.validation.models import Attempt, AttemptState, Job
from apps.validation.pages.queue import look_of
from apps.validation.words import ENDS, REASONS, Words


@dataclass(frozen=True, slots=True)
class Tried:
    """An attempt: how long the job had waited for it, how long it took, and why it ended without a result."""

    attempt: Attempt
    look: str
    waited: str
    lasted: str
    why: Words


@dataclass(frozen=True, slots=True)
class Again:
    """Somebody sent the job round again."""

    entry: AuditEntry


def timeline_of(job: Job, *, rehearsed: bool) -> list[Tried | Again]:
    """Return attempts at and retries of a job that comes from `jobs_of`, in order."""
    tries = [(one.attempt.leased_at, one) for one in _tries(job, rehearsed=rehearsed)]
    happened: list[tuple[datetime, Tried | Again]] = [*tries, *_retries(job)]
    return [what for _at, what in sorted(happened, key=itemgetter(0))]


def _retries(job: Job) -> list[tuple[datetime, Again]]:
    if not job.round:
        return []
    told = AuditEntry.objects.filter(project_slug=job.project.slug, target=str(job.pk), verb="retried job")
    return [(entry.at, Again(entry)) for entry in told]


def _tries(job: Job, *, rehearsed: bool) -> list[Tried]:
    attempts: list[Attempt] = job.tries  # type: ignore[attr-defined]
    starts = [job.created_at, *(attempt.ended_at for attempt in attempts)]
    return [
        _tried(attempt, since, rehearsed=rehearsed) for since, attempt in zip(starts, attempts, strict=False)
    ]


def _tried(attempt: Attempt, since: datetime | None, *, rehearsed: bool) -> Tried:
    look = look_of(attempt.state, None)
    return Tried(
        attempt=attempt,
        look="waiting" if rehearsed and attempt.state == AttemptState.SUCCEEDED else look,
        waited=in_words(attempt.leased_at - since) if since else "",
        lasted=in_words(attempt.ended_at - attempt.leased_at) if attempt.ended_at else "",
        why=_why(attempt),
    )


def _why(attempt: Attempt) -> Words:
    signal, code = attempt.exit.get("signal"), attempt.exit.get("code")
    told: Words = REASONS.get(attempt.reason) or ENDS.get(attempt.state, "")
    if signal:
        return f"{told} {_('Signal %d.') % signal}"
    return f"{told} {_('Exit code %d.') % code}" if code else told
