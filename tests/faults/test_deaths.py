"""Nodes die or hang in mid-job: the job still ends exactly once."""

from datetime import datetime

import pytest

from apps.projects.models import Project
from apps.validation.models import AttemptState, Job
from tests.faults import acts
from tests.faults.figures import settle, size
from tests.faults.stage import Stage, until

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]

KILLED_NODES = size(full=5, short=2)


def begun_again(job: Job, after: datetime) -> bool:
    return job.attempts.filter(leased_at__gt=after).exists()


def test_another_node_takes_the_job_of_a_node_that_loses_power(stage: Stage, project: Project) -> None:
    homes = [stage.enrol(project, name) for name in ("first", "second")]
    agents = [stage.run_node(home) for home in homes]
    recoveries = []
    for number in range(KILLED_NODES):
        job = acts.request(project, seconds=2)
        until(lambda job=job: acts.is_under_way(job), "a node is in mid-job")
        doomed = [home.name.endswith(job.attempts.get().node.name) for home in homes].index(True)
        stage.kill(agents[doomed])
        killed_at = datetime.now().astimezone()
        until(lambda job=job, at=killed_at: begun_again(job, at), "the other node begins it")
        recoveries.append((job.attempts.get(number=2).leased_at - killed_at).total_seconds())
        if number < KILLED_NODES - 1:
            agents[doomed] = stage.run_node(homes[doomed])
        acts.all_end(project)
        (_, lost), (_, won) = acts.history(job)
        assert (lost, won) == (AttemptState.EXPIRED, AttemptState.SUCCEEDED)
    settle(stage, project, "R2 a node is killed", recoveries=recoveries, faults=KILLED_NODES)


def test_a_node_that_wakes_up_late_can_write_nothing(stage: Stage, project: Project) -> None:
    first, second = (stage.enrol(project, name) for name in ("first", "second"))
    sleeper = stage.run_node(first)
    job = acts.request(project, seconds=1)
    until(lambda: acts.is_under_way(job), "the first node is in mid-job")
    acts.freeze(sleeper)
    frozen_at = datetime.now().astimezone()
    stage.run_node(second)
    acts.all_end(project)
    before = job.evidence.get().sha256

    acts.wake(sleeper)

    until(lambda: "no longer ours" in stage.log_of(first.name), "the late node is told to stop")
    following = acts.request(project)
    acts.all_end(project)
    assert job.evidence.get().sha256 == before
    assert acts.history(job) == [("first", AttemptState.EXPIRED), ("second", AttemptState.SUCCEEDED)]
    assert following.attempts.count() == 1
    lost, won = job.attempts.order_by("number")
    assert won.leased_at >= lost.lease_expires_at
    recovery = (won.leased_at - frozen_at).total_seconds()
    settle(stage, project, "R3 a node hangs and wakes", recoveries=[recovery], faults=1)
