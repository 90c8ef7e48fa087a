"""The page of one job."""

from __future__ import annotations

from typing import Any

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from apps.projects.models import Project
from apps.validation.forms import MoveForm
from apps.validation.logs import SHOWN_LINES, Lines, batches_of, end_of
from apps.validation.models import Attempt, Job, JobState
from apps.validation.pages.queue import job_row
from apps.validation.pages.timeline import timeline_of
from apps.validation.results import shown
from apps.validation.selectors import artifacts_of, evidence_of
from apps.validation.services.changing import AGAIN
from apps.validation.waiting import Waiting
from apps.validation.words import value_words
from migration_engine.text import Text

LINE = '<span class="log-line" id="L{}" data-number="{}">{}\n</span>'


def job_page(project: Project, job: Job) -> dict[str, Any]:
    """Return the part of a job's page that changes while it runs."""
    row = job_row(job, Waiting(project))
    evidence = evidence_of(job)
    return {
        "job": job,
        "row": row,
        "timeline": timeline_of(job, rehearsed=bool(evidence and (evidence.rehearsal or evidence.broken_at))),
        "parameters": _parameters(job),
        "needs": job.needs.words() if job.needs else None,
        "after": list(job.after.all()),
        "attempts": job.tries,  # type: ignore[attr-defined]
        "artifacts": artifacts_of(evidence) if evidence else [],
        "move": MoveForm(project=project, job=job) if job.state == JobState.QUEUED else None,
        "may_retry": job.state in AGAIN,
        "shown": shown(evidence) if evidence else None,
    }


def log_page(job: Job, wanted: str) -> dict[str, Any]:
    """Return the end of the log of the wanted attempt, or of the newest."""
    attempts: list[Attempt] = job.tries  # type: ignore[attr-defined]
    newest = attempts[-1] if attempts else None
    attempt = next((one for one in attempts if str(one.number) == wanted), newest)
    log = end_of(batches_of(attempt)) if attempt else None
    return {
        "log": log,
        "log_html": _markup(log) if log else "",
        "log_attempt": attempt,
        "is_newest": attempt is newest,
        "shown_lines": SHOWN_LINES,
    }


def _markup(log: Lines) -> SafeString:
    """A template would take ten times as long for thousands of lines."""
    numbered = enumerate(log.lines, start=log.first)
    return format_html_join("", LINE, ((number, number, line) for number, line in numbered))


def _parameters(job: Job) -> list[tuple[Text, str]]:
    """Return the parameters in the order of the catalogue; those it dropped since are left out."""
    known = [one for one in job.definition.parameters if one.name in job.parameters]
    return [(one.label, value_words(job.parameters[one.name])) for one in known]
