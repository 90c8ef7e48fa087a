"""A node that is told to stop, and a job that is: both end in order."""

import signal

import pytest

from apps.validation import services
from apps.validation.models import AttemptState, Evidence, JobState
from tests.cast import Cast
from tests.faults.stage import Stage, assert_invariants, until
from tests.faults.test_jobs import have_ended, is_under_way, long_alignment

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]


def test_a_node_that_is_told_to_stop_finishes_its_job_first(stage: Stage, cast: Cast) -> None:
    agent = stage.run_node(stage.enrol(cast.project, "first"))
    job, never_begun = long_alignment(cast), long_alignment(cast)
    until(lambda: is_under_way(job), "the node is in mid-job")

    agent.send_signal(signal.SIGTERM)

    until(lambda: agent.poll() is not None, "the agent ends")
    assert agent.returncode == 0
    assert_invariants([job])
    never_begun.refresh_from_db()
    assert never_begun.state == JobState.QUEUED


def test_a_job_that_is_canceled_in_the_middle_stops_on_its_node(stage: Stage, cast: Cast) -> None:
    stage.run_node(stage.enrol(cast.project, "first"))
    job = long_alignment(cast)
    until(lambda: is_under_way(job), "the node is in mid-job")

    services.cancel(actor=cast.bob, job=job)

    until(lambda: have_ended([job]), "the node gives the attempt back")
    job.refresh_from_db()
    assert job.state == JobState.CANCELED
    assert job.attempts.get().state == AttemptState.CANCELED
    assert not Evidence.objects.exists()
    following = long_alignment(cast)
    until(lambda: is_under_way(following), "the node takes the next job")
