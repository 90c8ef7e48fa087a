"""What must hold after every fault, and the figures that the scoreboard is made of."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

from apps.core.models import AuditEntry
from apps.projects.models import Project
from apps.validation.models import ENDED, LIVE, Attempt, AttemptState, Evidence, Job, JobLog, JobState
from tests.faults.stage import CANARIES, Stage

FILE = "FAULTS_FIGURES"


def size(*, full: float, short: float) -> int:
    """Return how long or how often something is done: in full for the scoreboard, else shorter."""
    return int(full if FILE in os.environ else short)


def settle(
    stage: Stage, project: Project, fault: str, *, recoveries: Sequence[float] = (), **more: int
) -> None:
    """Assert the invariants over all jobs of the project and note what the fault did to them."""
    jobs = list(Job.objects.filter(project=project))
    lost, doubled = [job for job in jobs if is_lost(job)], [job for job in jobs if is_doubled(job)]
    assert not lost, f"{fault}: {len(lost)} of {len(jobs)} jobs are lost: {lost}"
    assert not doubled, f"{fault}: {len(doubled)} of {len(jobs)} jobs count twice: {doubled}"
    assert_invariants(project)
    assert_no_canary(stage, project)
    counted = {"jobs": len(jobs), "lost": len(lost), "doubled": len(doubled)}
    # What follows at once may seem to come a millisecond before: times are taken in two processes.
    record(fault, **counted, recoveries=[round(max(s, 0.0), 2) for s in recoveries], **more)


def record(fault: str, **figures: object) -> None:
    """Note the figures of one fault where the scoreboard will look for them."""
    if file := os.environ.get(FILE):
        with Path(file).open("a", encoding="utf-8") as lines:
            lines.write(json.dumps({"fault": fault, **figures}) + "\n")


def is_lost(job: Job) -> bool:
    """Tell whether a job did not end, or ended well without anything to show for it."""
    return job.state not in ENDED or (job.state == JobState.SUCCEEDED and not job.evidence.exists())


def is_doubled(job: Job) -> bool:
    """Tell whether more than one attempt counts."""
    return job.evidence.count() > 1 or job.attempts.filter(state=AttemptState.SUCCEEDED).count() > 1


def assert_invariants(project: Project) -> None:
    """Every job ended exactly once, with at most one accepted result that is still what was received."""
    jobs = list(Job.objects.filter(project=project))
    assert [str(job) for job in jobs if is_lost(job) or is_doubled(job)] == []
    assert not Attempt.objects.filter(job__project=project, state__in=LIVE).exists()
    for job in jobs:
        _assert_one_result(job)
        _assert_audited(job)


def _assert_one_result(job: Job) -> None:
    results = list(Evidence.objects.filter(job=job))
    for evidence in results:
        assert evidence.found_sha256 == evidence.sha256
        assert (evidence.attempt.state, job.state) == (evidence.verdict, evidence.verdict)
    others = job.attempts.exclude(pk__in=[evidence.attempt_id for evidence in results])
    assert not others.filter(state="succeeded").exists()


def _assert_audited(job: Job) -> None:
    """The trail tells how the job was asked for, who got it each time, and how each time ended."""
    of_job = list(AuditEntry.objects.filter(target=str(job.pk)).values_list("verb", "detail"))
    verbs = [verb for verb, _ in of_job]
    leased = sorted(detail["attempt"] for verb, detail in of_job if verb == "leased job")
    assert "requested job" in verbs
    assert leased == sorted(attempt.number for attempt in job.attempts.all())
    ended = AuditEntry.objects.filter(verb__startswith="attempt ", detail__job=str(job.pk)).count()
    assert ended + sum(verb == f"job {job.state}" for verb in verbs) >= job.attempts.count()


def assert_no_canary(stage: Stage, project: Project) -> None:
    """No secret of portal, broker or nodes stands in a log, in what nodes said or in the trail."""
    secrets = [*CANARIES.values(), *stage.tokens]
    texts = [log.read_text(errors="replace") for log in stage.folder.glob("*.log")]
    texts += [
        str(lines) for lines in JobLog.objects.filter(attempt__job__project=project).values_list("lines")
    ]
    trail = AuditEntry.objects.filter(project_slug=project.slug)
    texts += [str(row) for row in trail.values_list("actor", "verb", "target", "detail")]
    texts += [
        bytes(document).decode()
        for document in Evidence.objects.filter(job__project=project).values_list("document", flat=True)
    ]
    assert [secret for secret in secrets for text in texts if secret in text] == []
