"""What the tests do and see again and again: ask for drills, wait for them, count how often they ran."""

from __future__ import annotations

import os
import signal
from datetime import timedelta
from pathlib import Path
from typing import Any

import psutil
from django.db.models.functions import Now

from apps.projects.models import Project
from apps.validation import services
from apps.validation.models import LIVE, Attempt, AttemptState, Job
from tests.faults import drill
from tests.faults.stage import Process, until


def request(
    project: Project,
    seconds: float = 0,
    end: str = "well",
    marks: Path | None = None,
    waits_for: Path | None = None,
    **more: Any,
) -> Job:
    """Ask for a drill that lasts SECONDS, and until the file that it waits for is there."""
    files = {"marks": str(marks or ""), "waits_for": str(waits_for or "")}
    parameters = {"seconds": seconds, "end": end, **files}
    actor = project.memberships.get().user
    return services.request_job(actor=actor, project=project, kind=drill.NAME, parameters=parameters, **more)


def is_under_way(job: Job) -> bool:
    """Tell whether a node has begun and says how far it is."""
    return Attempt.objects.filter(job=job, state=AttemptState.RUNNING, progress__done__gte=1).exists()


def unfinished(project: Project) -> int:
    """Return how many jobs have not ended."""
    return Job.objects.filter(project=project, finished_at=None).count()


def all_end(project: Project, seconds: float = 150) -> None:
    """Wait until every job of the project has ended."""
    until(lambda: not unfinished(project), "all jobs end", seconds)


def history(job: Job) -> list[tuple[str, str]]:
    """Return which node tried the job and how each try ended."""
    return [(attempt.node.name, attempt.state) for attempt in job.attempts.select_related("node")]


def runs(marks: Path) -> int:
    """Return how many processes really began the drills that leave their marks there."""
    return len(marks.read_text().splitlines()) if marks.exists() else 0


def job_processes(agent: Process) -> list[psutil.Process]:
    """Return the processes of jobs that an agent has running."""
    try:
        children = psutil.Process(agent.pid).children()
        return [child for child in children if "migration_node.child" in " ".join(child.cmdline())]
    except psutil.Error:
        return []


def freeze(process: Process) -> None:
    """Stop a node as a hanging machine would, with all that runs on it."""
    os.killpg(process.pid, signal.SIGSTOP)


def wake(process: Process) -> None:
    """Let a frozen node go on as if no time had passed."""
    os.killpg(process.pid, signal.SIGCONT)


def let_last(attempt: str, seconds: float) -> None:
    """Let the lease run out in SECONDS from now: light nodes do not beat, a busy machine needs long."""
    Attempt.objects.filter(pk=attempt).update(lease_expires_at=Now() + timedelta(seconds=seconds))


def is_live(attempt: str) -> bool:
    """Tell whether an attempt is still going on."""
    return Attempt.objects.filter(pk=attempt, state__in=LIVE).exists()
