"""A node that is told to stop, and a job that is: both end in order."""

import signal
from datetime import timedelta

import pytest
from django.db.models import F

from apps.core.models import AuditEntry
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


def test_a_job_whose_token_dies_ends_and_its_node_goes_on(stage: Stage, project: Project) -> None:
    agent = stage.run_node(stage.enrol(project, "first"))
    job = acts.request(project, seconds=100)
    until(lambda: acts.is_under_way(job), "the node is in mid-job")

    # Two seconds as if the lease had said so: a token that short might die before a slow machine begins.
    job.attempts.update(deadline_at=F("leased_at") + timedelta(seconds=2))

    acts.all_end(project)
    job.refresh_from_db()
    assert (job.state, job.reason) == (JobState.ERRORED, "token_expired")
    following = acts.request(project)
    acts.all_end(project)
    assert following.attempts.get().state == AttemptState.SUCCEEDED
    assert acts.job_processes(agent) == []
    settle(stage, project, "R13 a token dies in mid-job", faults=1, stuck=0)


def test_evidence_that_somebody_changed_is_found_at_the_next_look(stage: Stage, project: Project) -> None:
    stage.run_node(stage.enrol(project, "first"))
    jobs = [acts.request(project) for _ in range(3)]
    acts.all_end(project)
    settle(stage, project, "S22 evidence is swapped", faults=1)
    evidence = Evidence.objects.get(job=jobs[1])
    better = bytes(evidence.document).replace(b'"seconds":0', b'"seconds":9')
    Evidence.objects.filter(pk=evidence.pk).update(document=better)

    assert services.verify_evidence() == 1

    found = {one.job_id for one in Evidence.objects.filter(job__project=project).exclude(broken_at=None)}
    assert found == {jobs[1].pk}
    assert AuditEntry.objects.filter(verb="evidence is broken", target=str(jobs[1].pk)).count() == 1
