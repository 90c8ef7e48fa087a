"""The queue: what waits and why, what runs, what ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count

from apps.projects.access import ProjectRequest
from apps.projects.models import Project
from apps.validation.models import (
    ENDED,
    WITH_A_NODE,
    Attempt,
    AttemptState,
    Evidence,
    Job,
    JobState,
    Node,
)
from apps.validation.pages.parts import Parts, parts_of
from apps.validation.queue_filter import STAGE_WORDS, STAGES, QueueFilter
from apps.validation.selectors import jobs_of
from apps.validation.services.changing import AGAIN
from apps.validation.waiting import Waiting
from apps.validation.words import LOOKS, NORMAL, REASONS, STEPS, Words, priority_words
from migration_engine.protocol import CATALOGUE
from migration_engine.text import Text

ROWS = 25


@dataclass(frozen=True, slots=True)
class JobRow:
    """A job in the list."""

    job: Job
    look: str
    title: Text
    attempt: Attempt | None
    result: Evidence | None
    why: Words
    progress: dict[str, Any] | None
    stopping: bool
    parts: Parts | None
    priority: Words
    may: str


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the queue and how many jobs are in it."""

    name: str
    words: Words
    count: int


def queue_page(request: ProjectRequest) -> dict[str, Any]:
    """Return one page of the queue as the address narrows it."""
    wanted, project = QueueFilter.of(request.GET), request.project
    among = wanted.among(Job.objects.of(project).filter(parent=None), request.user)
    stages = _stages(among)
    found = wanted.in_stage(jobs_of(project).filter(pk__in=among.values("pk")))
    page = Paginator(found, ROWS).get_page(request.GET.get("page"))
    return {
        "wanted": wanted,
        "stages": stages,
        "total": sum(stage.count for stage in stages),
        "page": page,
        "rows": job_rows(project, page),
        "normal": NORMAL,
        "back": request.GET.urlencode(),
        "end_states": [(state.value, state.label) for state in ENDED],
        "kinds": CATALOGUE.values(),
        "nodes": list(Node.objects.of(project).only("pk", "name").order_by("name")),
    }


def _stages(jobs: Any) -> list[Stage]:
    counts = Counter(dict(jobs.order_by().values_list("state").annotate(Count("pk", distinct=True))))
    return [Stage(name, STAGE_WORDS[name], sum(counts[s] for s in states)) for name, states in STAGES.items()]


def job_rows(project: Project, jobs: Iterable[Job]) -> list[JobRow]:
    """Return the jobs of a list page; two queries whatever their number."""
    waiting = Waiting(project)
    return [job_row(job, waiting) for job in jobs]


def job_row(job: Job, waiting: Waiting) -> JobRow:
    """Return one job as lists show it; it must come from `jobs_of`."""
    attempts: list[Attempt] = job.tries  # type: ignore[attr-defined]
    results: list[Evidence] = job.results  # type: ignore[attr-defined]
    attempt = attempts[-1] if attempts else None
    # A job that goes again has a result of an earlier round, which says nothing about this one.
    result = results[-1] if results and job.has_ended else None
    return JobRow(
        job=job,
        look=look_of(job.state, result),
        title=job.definition.title,
        attempt=attempt,
        result=result,
        why=waiting.why(job) if job.state == JobState.QUEUED else REASONS.get(job.reason, ""),
        progress=progress_of(attempt),
        parts=parts_of(job),
        priority=priority_words(job.priority),
        may="cancel" if not job.has_ended else "retry" if job.state in AGAIN else "",
        stopping=bool(job.cancel_requested_at) and job.state in WITH_A_NODE,
    )


def look_of(state: str, result: Evidence | None) -> str:
    """A rehearsal turns nothing green, not even its own job, and a damaged result less so."""
    if result is not None and result.broken_at:
        return "bad"
    rehearsed = result is not None and result.rehearsal and state == JobState.SUCCEEDED
    return "waiting" if rehearsed else LOOKS[state]


def progress_of(attempt: Attempt | None) -> dict[str, Any] | None:
    """Return how far a running attempt is, with the step in words; None before its first step."""
    if attempt is None or not attempt.progress or attempt.state != AttemptState.RUNNING:
        return None
    return {**attempt.progress, "name": STEPS.get(attempt.progress["step"], attempt.progress["step"])}
