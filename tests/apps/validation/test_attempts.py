"""Every write of a node names its fence, and a result is recorded exactly once."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db.models.functions import Now

from apps.core.errors import ApplicationError
from apps.validation import services
from apps.validation.errors import Fenced
from apps.validation.logs import batches_of, whole
from apps.validation.models import Attempt, AttemptState, Evidence, Job, JobLog, JobState
from apps.validation.selectors import evidence_for
from migration_engine.protocol import Verdict, canonical_bytes, digest
from tests.apps.validation.play import attempt_of, enrolled, leased, result_of
from tests.cast import Cast

PROGRESS = {"step": "probe", "done": 1, "total": 2}


@pytest.fixture
def job(cast: Cast) -> Job:
    """Return a queued inventory."""
    return services.request_job(actor=cast.bob, project=cast.project, kind="inventory", parameters={})


def expire(attempt: Attempt) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(lease_expires_at=Now() - timedelta(seconds=1))


def test_the_first_heartbeat_makes_the_job_running(cast: Cast, job: Job) -> None:
    lease, fence = leased(enrolled(cast.project))
    before = attempt_of(lease).lease_expires_at
    assert services.heartbeat(fence=fence, progress=PROGRESS) is False
    attempt = attempt_of(lease)
    job.refresh_from_db()
    assert (job.state, attempt.state, attempt.progress) == (JobState.RUNNING, AttemptState.RUNNING, PROGRESS)
    assert attempt.lease_expires_at >= before


def test_no_write_passes_a_wrong_token_a_wrong_node_or_a_wrong_attempt(cast: Cast, job: Job) -> None:
    lease, fence = leased(enrolled(cast.project))
    other = enrolled(cast.project, "other")
    for wrong in (
        services.Fence(fence.node, fence.attempt, "guess"),
        services.Fence(other, fence.attempt, fence.token),
        services.Fence(fence.node, uuid4(), fence.token),
    ):
        for write in (
            lambda f: services.heartbeat(fence=f, progress={}),
            lambda f: services.append_log(fence=f, sequence=1, lines=["x"]),
            lambda f: services.record_attempt(fence=f, document=result_of(lease)),
            lambda f: services.release(fence=f, reason="stopped"),
        ):
            with pytest.raises(Fenced):
                write(wrong)
    assert not JobLog.objects.exists() and not Evidence.objects.exists()


def test_a_result_becomes_evidence_under_the_hash_of_its_bytes(cast: Cast, job: Job) -> None:
    lease, fence = leased(enrolled(cast.project))
    document = result_of(lease)
    evidence = services.record_attempt(fence=fence, document=document)
    job.refresh_from_db()
    assert job.state == JobState.SUCCEEDED and job.finished_at is not None
    assert evidence.sha256 == digest(canonical_bytes(document))
    (found,) = evidence_for(cast.project)
    assert (found.found_sha256, found.kind, found.rehearsal) == (evidence.sha256, "inventory", True)
    assert found.values["classification"] == "no_device"


def test_a_changed_stored_result_shows_another_hash(cast: Cast, job: Job) -> None:
    lease, fence = leased(enrolled(cast.project))
    services.record_attempt(fence=fence, document=result_of(lease))
    stored = Evidence.objects.get()
    Evidence.objects.update(document=bytes(stored.document).replace(b"no_device", b"ready    "))
    assert Evidence.objects.get().found_sha256 != stored.sha256


def test_the_same_result_sent_twice_is_answered_twice_and_stored_once(cast: Cast, job: Job) -> None:
    lease, fence = leased(enrolled(cast.project))
    answers = {services.record_attempt(fence=fence, document=result_of(lease)).pk for _ in range(2)}
    assert len(answers) == 1 == Evidence.objects.count()


def test_another_result_after_the_first_is_refused(cast: Cast, job: Job) -> None:
    lease, fence = leased(enrolled(cast.project))
    services.record_attempt(fence=fence, document=result_of(lease))
    with pytest.raises(Fenced):
        services.record_attempt(fence=fence, document=result_of(lease, Verdict.FAILED))
    job.refresh_from_db()
    assert job.state == JobState.SUCCEEDED


def test_a_result_about_another_job_is_refused_by_name(cast: Cast, job: Job) -> None:
    lease, fence = leased(enrolled(cast.project))
    with pytest.raises(ApplicationError, match="another job"):
        services.record_attempt(fence=fence, document=result_of(lease) | {"job": str(uuid4())})
    assert attempt_of(lease).state == AttemptState.LEASED


def test_a_result_that_breaks_the_schema_stores_nothing(cast: Cast, job: Job) -> None:
    lease, fence = leased(enrolled(cast.project))
    with pytest.raises(ApplicationError, match="rehearsal"):
        services.record_attempt(fence=fence, document=result_of(lease) | {"rehearsal": False})
    assert not Evidence.objects.exists()


def test_a_silent_node_loses_its_lease_and_its_late_result(cast: Cast, job: Job) -> None:
    lease, fence = leased(enrolled(cast.project, "one"))
    expire(attempt_of(lease))
    assert services.reconcile()[0] == 1
    again, second = leased(enrolled(cast.project, "two"))
    with pytest.raises(Fenced):
        services.record_attempt(fence=fence, document=result_of(lease))
    services.record_attempt(fence=second, document=result_of(again))
    job.refresh_from_db()
    assert job.state == JobState.SUCCEEDED
    assert Evidence.objects.get().attempt.number == 2


def test_after_three_dead_attempts_the_job_is_errored_and_says_why(cast: Cast, job: Job) -> None:
    node = enrolled(cast.project)
    for number in (1, 2, 3):
        lease, _fence = leased(node)
        assert lease.spec["attempt"] == number
        expire(attempt_of(lease))
        services.reconcile()
    job.refresh_from_db()
    assert (job.state, job.reason) == (JobState.ERRORED, "attempts_used_up")
    assert not Evidence.objects.exists()


def test_a_living_lease_is_left_alone(cast: Cast, job: Job) -> None:
    lease, _fence = leased(enrolled(cast.project))
    assert services.reconcile() == (0, 0)
    assert attempt_of(lease).state == AttemptState.LEASED


def test_a_batch_of_lines_that_comes_twice_is_kept_once(cast: Cast, job: Job) -> None:
    lease, fence = leased(enrolled(cast.project))
    for sequence, lines in ((1, ["a", "b"]), (2, ["c"]), (1, ["a", "b"])):
        services.append_log(fence=fence, sequence=sequence, lines=lines)
    assert list(whole(batches_of(attempt_of(lease)))) == ["a\nb\n", "c\n"]


def test_a_waiting_job_is_canceled_at_once(cast: Cast, job: Job) -> None:
    services.cancel(actor=cast.bob, job=job)
    job.refresh_from_db()
    assert job.state == JobState.CANCELED


def test_a_running_job_is_canceled_through_its_node(cast: Cast, job: Job) -> None:
    lease, fence = leased(enrolled(cast.project))
    services.heartbeat(fence=fence, progress={})
    services.cancel(actor=cast.bob, job=job)
    assert services.heartbeat(fence=fence, progress={}) is True
    services.release(fence=fence, reason="canceled")
    job.refresh_from_db()
    assert (job.state, attempt_of(lease).state) == (JobState.CANCELED, AttemptState.CANCELED)


def test_a_canceled_job_whose_node_dies_is_not_queued_again(cast: Cast, job: Job) -> None:
    lease, _fence = leased(enrolled(cast.project))
    services.cancel(actor=cast.bob, job=job)
    expire(attempt_of(lease))
    services.reconcile()
    job.refresh_from_db()
    assert job.state == JobState.CANCELED


def test_a_job_that_its_node_gives_back_is_queued_again(cast: Cast, job: Job) -> None:
    _lease, fence = leased(enrolled(cast.project))
    services.release(fence=fence, reason="stopped")
    job.refresh_from_db()
    assert job.state == JobState.QUEUED


def test_a_job_that_its_node_refuses_is_errored(cast: Cast, job: Job) -> None:
    _lease, fence = leased(enrolled(cast.project))
    services.release(fence=fence, reason="refused")
    job.refresh_from_db()
    assert (job.state, job.reason) == (JobState.ERRORED, "refused")


def test_evidence_of_one_project_is_not_shown_to_another(cast: Cast, job: Job) -> None:
    lease, fence = leased(enrolled(cast.project))
    services.record_attempt(fence=fence, document=result_of(lease))
    assert list(evidence_for(cast.charlies_project)) == []
