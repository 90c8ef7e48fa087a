"""The portal itself dies between two steps: what was committed goes on, what was not never happened."""

import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from apps.projects.models import Project
from apps.validation.models import Attempt, AttemptState, Job
from benchmarks.light_node import LightNode
from tests.faults import acts
from tests.faults.figures import settle, size
from tests.faults.stage import ROOT, Stage, until

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]

CRASHES = size(full=20, short=6)
DEATHS = 2
UNHEARD = size(full=3, short=2)


def assign_without_answer(stage: Stage, project: Project, number: int) -> None:
    """Let a node ask while the portal fails, or dies, after it has committed the lease."""
    node = LightNode(stage.url, stage.token_of(stage.enrol(project, f"unlucky-{number}")))
    trap = "assigned, dies" if number < DEATHS else "assigned, fails"
    stage.arm(trap)
    with pytest.raises(httpx.HTTPError):
        node.lease()
    assert stage.armed(trap) == 0


def test_a_lease_that_was_committed_and_never_answered_lapses(stage: Stage, project: Project) -> None:
    for _ in range(CRASHES):
        acts.request(project)
    for number in range(CRASHES):
        assign_without_answer(stage, project, number)
    node = LightNode(stage.url, stage.token_of(stage.enrol(project, "light")))
    attempts = Attempt.objects.filter(job__project=project)

    until(
        lambda: attempts.filter(state=AttemptState.EXPIRED).count() == CRASHES, "all of these leases run out"
    )

    while node.work_once():
        pass
    ended = attempts.filter(state=AttemptState.EXPIRED)
    late = [(attempt.ended_at - attempt.lease_expires_at).total_seconds() for attempt in ended]
    settle(stage, project, "R9 the portal dies before it answers", recoveries=late, faults=CRASHES)


def test_a_job_whose_asker_died_before_the_doorbell_is_rung_for(stage: Stage, project: Project) -> None:
    stage.run_node(stage.enrol(project, "first"))
    announced = acts.request(project)
    acts.all_end(project)
    program = Path(__file__).with_name("asking.py")
    stage.arm("committed", UNHEARD)

    for _ in range(UNHEARD):
        ended = subprocess.run(
            [sys.executable, program, project.slug], env=stage.environment(), cwd=ROOT, check=False
        )
        assert ended.returncode == 9

    silent = Job.objects.filter(project=project).exclude(pk=announced.pk)
    assert silent.count() == UNHEARD
    acts.all_end(project)
    delays = [(job.attempts.get().leased_at - job.created_at).total_seconds() for job in silent]
    settle(stage, project, "R10 the asker dies before it rings", recoveries=delays, faults=UNHEARD)
