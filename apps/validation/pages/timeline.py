"""What happened to a job, in order, with how long each part took."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from apps.validation.durations import in_words
from apps.validation.models import Attempt, AttemptState, Job
from apps.validation.pages.queue import look_of
from apps.validation.words import ENDS, Words


@dataclass(frozen=True, slots=True)
class Tried:
    """An attempt: how long the job had waited for it, how long it took, and why it ended without a result."""

    attempt: Attempt
    look: str
    waited: str
    lasted: str
    why: Words


def timeline_of(job: Job, *, rehearsed: bool) -> list[Tried]:
    """Return the attempts at a job that comes from `jobs_of`."""
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
        why=ENDS.get(attempt.state, ""),
    )
