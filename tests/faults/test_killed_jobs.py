"""The process of a job is killed at any moment, or dies each time: it is done again, and not for ever."""

import math
import random
import signal
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from django.db.models import Max, Min, QuerySet

from apps.projects.models import Project
from apps.validation.models import Attempt, AttemptState, Job
from tests.faults import acts
from tests.faults.figures import settle, size
from tests.faults.stage import Process, Stage, until

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]

KILLED_JOBS = size(full=20, short=6)
POISON = 2
HEALTHY = size(full=30, short=5)


class Killer:
    """Kills each job's process at a random moment of its first attempt, until enough have died of it."""

    def __init__(self, project: Project, agents: list[Process]) -> None:
        self.project, self.agents = project, agents
        self.random = random.Random(1)
        self.due: dict[int, float] = {}

    def look(self) -> bool:
        """Kill what is due; return whether enough attempts have crashed."""
        for agent in self.agents:
            for process in acts.job_processes(agent):
                if time.monotonic() >= self.due.setdefault(process.pid, self._moment(process)):
                    self.due[process.pid] = math.inf
                    with suppress(psutil.NoSuchProcess):
                        process.kill()
        return crashed(self.project).count() >= KILLED_JOBS

    def _moment(self, process: psutil.Process) -> float:
        """Return when the process shall die: never if it is not the first at its job."""
        try:
            attempt = Attempt.objects.get(pk=Path(process.cwd()).name)
        except psutil.NoSuchProcess:
            return math.inf
        return time.monotonic() + self.random.uniform(0, 1.5) if attempt.number == 1 else math.inf


def crashed(project: Project) -> QuerySet[Attempt]:
    return Attempt.objects.filter(job__project=project, state=AttemptState.CRASHED)


def test_jobs_whose_process_is_killed_at_any_moment_are_done_again(stage: Stage, project: Project) -> None:
    agents = [stage.run_node(stage.enrol(project, f"node-{number}")) for number in range(3)]
    # A few more than are to die: one whose process is killed when it has just answered does not crash.
    for _ in range(KILLED_JOBS + 4):
        acts.request(project, seconds=1.5)
    killer = Killer(project, agents)

    until(killer.look, "enough jobs' processes are killed")

    acts.all_end(project)
    killed = list(crashed(project))
    recoveries = [
        (attempt.job.attempts.get(number=2).leased_at - attempt.ended_at).total_seconds()
        for attempt in killed
    ]
    assert {attempt.exit["signal"] for attempt in killed} == {int(signal.SIGKILL)}
    assert set(Job.objects.filter(project=project).values_list("state", flat=True)) == {"succeeded"}
    settle(stage, project, "R1 a job's process is killed", recoveries=recoveries, faults=len(killed))


def test_a_job_that_always_crashes_is_given_up_after_three_attempts(stage: Stage, project: Project) -> None:
    homes = [stage.enrol(project, f"node-{number}") for number in range(2)]
    for home in homes:
        stage.run_node(home)
    for home in homes:  # else the jobs without poison would be slowed down by a node that is starting
        until(lambda home=home: "the doorbell hangs" in stage.log_of(home.name), "the node listens")
    alone = jobs_a_second(project, [acts.request(project) for _ in range(HEALTHY)])
    poison = [acts.request(project, end="crash") for _ in range(POISON)]
    others = [acts.request(project) for _ in range(HEALTHY)]

    beside = jobs_a_second(project, others)

    for job in poison:
        job.refresh_from_db()
        assert (job.state, job.reason) == ("errored", "attempts_used_up")
        assert [attempt.exit["code"] for attempt in job.attempts.all()] == [3, 3, 3]
    assert {history for job in others for _, history in acts.history(job)} == {AttemptState.SUCCEEDED}
    loss = round(100 * (1 - beside / alone))
    settle(stage, project, "R14 a job crashes each time", faults=3 * POISON, loss=max(0, loss))


def jobs_a_second(project: Project, jobs: list[Job]) -> float:
    """Return how many of these ended in a second, from the first that began to the last, once all have."""
    acts.all_end(project)
    rows = Job.objects.filter(pk__in=[job.pk for job in jobs])
    took = rows.aggregate(took=Max("finished_at") - Min("attempts__leased_at"))["took"]
    return len(jobs) / float(took.total_seconds())
