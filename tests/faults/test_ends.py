"""A node that is told to stop, and a job that is: both end in order."""

import signal

import pytest

from apps.projects.models import Project
from apps.validation import services
from apps.validation.models import AttemptState, Evidence, Job, JobState
from tests.faults import acts
from tests.faults.figures import settle
from tests.faults.stage import LEASE_S, Stage, until

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]


def test_a_node_that_is_told_to_stop_first_finishes_a_job_longer_than_its_lease(
    stage: Stage, project: Project
) -> None:
    home = stage.enrol(project, "first")
    agent = stage.run_node(home)
    job, never_begun = acts.request(project, seconds=2 * LEASE_S), acts.request(project)
    until(lambda: acts.is_under_way(job), "the node is in mid-job")

    agent.send_signal(signal.SIGTERM)

    until(lambda: agent.poll() is not None, "the agent ends")
    assert agent.returncode == 0
    assert acts.history(job) == [("first", AttemptState.SUCCEEDED)]
    assert Job.objects.get(pk=never_begun.pk).state == JobState.QUEUED
    stage.run_node(home)
    acts.all_end(project)
    settle(stage, project, "R11 a node is drained", faults=1)


def test_a_job_that_is_canceled_in_the_middle_stops_on_its_node(stage: Stage, project: Project) -> None:
    agent = stage.run_node(stage.enrol(project, "first"))
    job = acts.request(project, seconds=100)
    until(lambda: acts.is_under_way(job), "the node is in mid-job")

    services.cancel(actor=project.memberships.get().user, job=job)

    acts.all_end(project)
    job.refresh_from_db()
    assert job.state == JobState.CANCELED
    assert job.attempts.get().state == AttemptState.CANCELED
    assert not Evidence.objects.filter(job=job).exists()
    assert acts.job_processes(agent) == []
    acts.request(project)
    acts.all_end(project)
    settle(stage, project, "A running job is canceled", faults=1)
