"""The process of a job is killed at any moment, or dies each time: it is done again, and not for ever."""

import random
import signal
import time
from contextlib import suppress
from datetime import datetime

import psutil
import pytest

from apps.projects.models import Project
from apps.validation.models import AttemptState, Job
from tests.faults import acts
from tests.faults.figures import settle
from tests.faults.stage import Process, Stage, until

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]

KILLED_JOBS = 20


class Killer:
    """Kills each job's process once, at a random moment of its first attempt."""

    def __init__(self, agents: list[Process]) -> None:
        self.agents = agents
        self.random = random.Random(1)
        self.due: dict[int, float] = {}
        self.killed: list[datetime] = []

    def look(self) -> bool:
        """Kill what is due; return whether enough has been killed."""
        for agent in self.agents:
            for process in acts.job_processes(agent):
                due = self.due.setdefault(process.pid, time.monotonic() + self.random.uniform(0, 1.5))
                if time.monotonic() >= due and len(self.killed) < KILLED_JOBS:
                    self._kill(process)
        return len(self.killed) >= KILLED_JOBS

    def _kill(self, process: psutil.Process) -> None:
        with suppress(psutil.NoSuchProcess):
            process.kill()
            self.killed.append(datetime.now().astimezone())
            self.due[process.pid] = float("inf")


def test_jobs_whose_process_is_killed_at_any_moment_are_done_again(stage: Stage, project: Project) -> None:
    agents = [stage.run_node(stage.enrol(project, f"node-{number}")) for number in range(3)]
    for _ in range(KILLED_JOBS):
        acts.request(project, seconds=1)
    killer = Killer(agents)

    until(killer.look, "twenty jobs' processes are killed")

    acts.all_end(project)
    crashed = [
        attempt
        for job in Job.objects.filter(project=project)
        for attempt in job.attempts.filter(state=AttemptState.CRASHED)
    ]
    recoveries = [
        (following.leased_at - attempt.ended_at).total_seconds()
        for attempt in crashed
        if (following := attempt.job.attempts.filter(number=attempt.number + 1).first())
    ]
    assert len(crashed) == len(killer.killed) == KILLED_JOBS
    assert {attempt.exit["signal"] for attempt in crashed} == {int(signal.SIGKILL)}
    settle(stage, project, "R1 a job's process is killed", recoveries=recoveries, faults=len(crashed))


def test_a_job_that_always_crashes_is_given_up_after_three_attempts(stage: Stage, project: Project) -> None:
    for number in range(2):
        stage.run_node(stage.enrol(project, f"node-{number}"))
    poison = [acts.request(project, end="crash") for _ in range(2)]
    others = [acts.request(project) for _ in range(10)]

    acts.all_end(project)

    for job in poison:
        job.refresh_from_db()
        assert (job.state, job.reason) == ("errored", "attempts_used_up")
        assert [attempt.exit["code"] for attempt in job.attempts.all()] == [3, 3, 3]
    assert {history for job in others for _, history in acts.history(job)} == {AttemptState.SUCCEEDED}
    settle(stage, project, "R14 a job crashes each time", faults=6)
