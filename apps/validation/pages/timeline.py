"""What happened to a job, in order, with how long each part took."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.core.models import AuditEntry
from apps.validation.durations import in_words
from apps.validation.models import Attempt, AttemptState, Job
from apps.validation.pages.queue import look_of
from apps.validation.words import ENDS, REASONS, Words, priority_words

ACTS: dict[str, Words] = {
    "canceled job": gettext_lazy("Canceled by %(name)s"),
    "retried job": gettext_lazy("Sent round again by %(name)s"),
    "moved job": gettext_lazy("Moved by %(name)s"),
}


@dataclass(frozen=True, slots=True)
class Tried:
    """An attempt: how long the job had waited for it, how long it took, and why it ended without a result."""

    attempt: Attempt
    look: str
    waited: str
    lasted: str
    why: Words


@dataclass(frozen=True, slots=True)
class Act:
    """What somebody did to the job: canceled it, sent it round again, or moved it."""

    entry: AuditEntry
    words: str


def timeline_of(job: Job, *, rehearsed: bool) -> list[Tried | Act]:
    """Return attempts at a job that comes from `jobs_of` and what people did to it, in order."""
    acts = _acts(job)
    again = [one.entry.at for one in acts if one.entry.verb == "retried job"]
    tries = [(one.attempt.leased_at, one) for one in _tries(job, again, rehearsed=rehearsed)]
    happened: list[tuple[datetime, Tried | Act]] = [*tries, *((one.entry.at, one) for one in acts)]
    return [what for _at, what in sorted(happened, key=itemgetter(0))]


def _acts(job: Job) -> list[Act]:
    targets = [str(one) for one in (job.pk, job.parent_id) if one]  # what is done to a parent is told there
    told = AuditEntry.objects.filter(project_slug=job.project.slug, target__in=targets, verb__in=ACTS)
    return [Act(entry, str(ACTS[entry.verb]) % {"name": entry.actor} + _moved(entry)) for entry in told]


def _moved(entry: AuditEntry) -> str:
    said: dict[str, str] = entry.detail
    parts: list[str] = []
    if "priority" in said and entry.verb == "moved job":
        parts.append(_("priority: %s") % priority_words(int(said["priority"])))
    if "node" in said and entry.verb == "moved job":
        parts.append(_("any node") if said["node"] == "None" else _("node: %s") % said["node"])
    return f" ({', '.join(parts)})" if parts else ""


def _tries(job: Job, again: list[datetime], *, rehearsed: bool) -> list[Tried]:
    """A job waits from when it was asked for, gone back to the queue or sent round again."""
    attempts: list[Attempt] = job.tries  # type: ignore[attr-defined]
    starts = [job.created_at, *(attempt.ended_at for attempt in attempts)]
    tried = []
    for since, attempt in zip(starts, attempts, strict=False):
        sent = [at for at in again if at <= attempt.leased_at]
        tried.append(_tried(attempt, max([since, *sent]) if since else None, rehearsed=rehearsed))
    return tried


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
    how = _("Signal %d.") % signal if signal else _("Exit code %d.") % code if code else ""
    return " ".join(str(one) for one in (told, how, attempt.exit.get("detail")) if one)
