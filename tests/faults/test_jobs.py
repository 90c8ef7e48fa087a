"""Whatever dies, every job ends exactly once with one accepted result."""

import os
import signal

import pytest
import redis

from apps.validation import services
from apps.validation.models import Attempt, AttemptState, Job
from tests.cast import Cast
from tests.faults.stage import Stage, assert_invariants, until

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]


def inventory(cast: Cast) -> Job:
    return services.request_job(actor=cast.bob, project=cast.project, kind="inventory", parameters={})


def long_alignment(cast: Cast) -> Job:
    parameters = {"inputs": ["mixed"], "repetitions": 60}
    return services.request_job(
        actor=cast.bob, project=cast.project, kind="layer_alignment", parameters=parameters
    )


def is_under_way(job: Job) -> bool:
    """Tell whether a node has begun and says how far it is."""
    return Attempt.objects.filter(job=job, state=AttemptState.RUNNING, progress__done__gte=1).exists()


def have_ended(jobs: list[Job]) -> bool:
    return not Job.objects.filter(pk__in=[job.pk for job in jobs], finished_at=None).exists()


def history(job: Job) -> list[tuple[str, str]]:
    return [(attempt.node.name, attempt.state) for attempt in job.attempts.select_related("node")]


def test_a_second_node_finishes_the_job_of_a_node_that_was_killed(stage: Stage, cast: Cast) -> None:
    first, second = (stage.enrol(cast.project, name) for name in ("first", "second"))
    doomed = stage.run_node(first)
    job = long_alignment(cast)
    until(lambda: is_under_way(job), "the first node is in mid-job")
    stage.run_node(second)

    os.killpg(doomed.pid, signal.SIGKILL)
    doomed.wait()

    until(lambda: have_ended([job]), "the job ends")
    assert history(job) == [("first", AttemptState.EXPIRED), ("second", AttemptState.SUCCEEDED)]
    assert_invariants([job])


def test_a_node_that_wakes_up_late_can_write_nothing(stage: Stage, cast: Cast) -> None:
    first, second = (stage.enrol(cast.project, name) for name in ("first", "second"))
    sleeper = stage.run_node(first)
    job = long_alignment(cast)
    until(lambda: is_under_way(job), "the first node is in mid-job")
    os.killpg(sleeper.pid, signal.SIGSTOP)
    until(lambda: job.attempts.filter(state=AttemptState.EXPIRED).exists(), "its lease runs out")
    stage.run_node(second)
    until(lambda: have_ended([job]), "the second node ends the job")
    before = job.evidence.get().sha256

    os.killpg(sleeper.pid, signal.SIGCONT)

    until(lambda: "no longer ours" in stage.log_of("first"), "the late node is told to stop")
    assert job.evidence.get().sha256 == before
    assert history(job) == [("first", AttemptState.EXPIRED), ("second", AttemptState.SUCCEEDED)]
    assert_invariants([job])


def test_a_flushed_broker_delays_jobs_and_loses_none(stage: Stage, cast: Cast) -> None:
    homes = [stage.enrol(cast.project, name) for name in ("first", "second")]
    busy = [long_alignment(cast), long_alignment(cast)]
    for home in homes:
        stage.run_node(home)
    until(lambda: all(is_under_way(job) for job in busy), "both nodes are in mid-job")
    queued = [inventory(cast) for _ in range(8)]

    redis.Redis.from_url(os.environ["BROKER_URL"]).flushall()

    jobs = busy + queued
    until(lambda: have_ended(jobs), "all ten jobs end")
    assert all(job.attempts.count() == 1 for job in jobs)
    assert_invariants(jobs)


def test_a_job_whose_message_was_never_sent_is_found_by_the_reconciler(stage: Stage, cast: Cast) -> None:
    stage.run_node(stage.enrol(cast.project, "first"))
    announced = inventory(cast)
    until(lambda: have_ended([announced]), "the node works")

    silent = Job.objects.create(project=cast.project, kind="inventory", parameters={"expect": "any"})

    until(lambda: have_ended([silent]), "the reconciler rings for it")
    assert_invariants([announced, silent])
