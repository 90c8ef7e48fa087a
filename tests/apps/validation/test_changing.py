"""What people do with jobs in the queue: cancel, retry, move; and what hangs on one another."""

from datetime import timedelta

import pytest
from django.db.models.functions import Now

from apps.core.errors import ApplicationError
from apps.core.models import AuditEntry
from apps.validation import services
from apps.validation.models import Evidence, Job, JobState, Node
from apps.validation.pages.timeline import Act, Tried, timeline_of
from apps.validation.selectors import evidence_of, jobs_of
from migration_engine.protocol import Verdict
from tests.apps.validation.play import CAN_TORCH, enrolled, leased, result_of
from tests.cast import Cast

ERRORED, SUCCEEDED, FAILED = Verdict.ERRORED, Verdict.SUCCEEDED, Verdict.FAILED


def request(cast: Cast, **more) -> Job:
    return services.request_job(
        actor=cast.bob, project=cast.project, **{"kind": "inventory", "parameters": {}, **more}
    )


def finish(node: Node, verdict: Verdict = SUCCEEDED) -> Job:
    """Do the node's next job and return it as it is now."""
    lease, fence = leased(node)
    document = result_of(lease, ERRORED) | {"verdict": verdict}
    if verdict != ERRORED:
        document = result_of(lease, verdict)
    services.record_attempt(fence=fence, document=document)
    return Job.objects.get(pk=lease.spec["job"])


def state(job: Job) -> str:
    return Job.objects.get(pk=job.pk).state


def test_a_retried_job_has_a_new_budget_and_may_have_another_result(cast: Cast) -> None:
    job, node = request(cast), enrolled(cast.project)
    finish(node, FAILED)

    services.retry(actor=cast.bob, job=Job.objects.get(pk=job.pk), reason="new\ndriver")
    finish(node)

    job.refresh_from_db()
    assert (job.state, job.round) == (JobState.SUCCEEDED, 1)
    assert [(e.round, e.verdict) for e in Evidence.objects.order_by("round")] == [(0, FAILED), (1, SUCCEEDED)]
    assert evidence_of(job).round == 1
    assert AuditEntry.objects.get(verb="retried job").detail["reason"] == "new driver"


def test_the_timeline_names_who_canceled_and_moved_and_waits_from_the_retry(cast: Cast) -> None:
    job, node = request(cast), enrolled(cast.project)
    Job.objects.update(created_at=Now() - timedelta(days=2))
    services.move(actor=cast.alice, job=job, priority=7)
    services.cancel(actor=cast.mona, job=job)
    services.retry(actor=cast.bob, job=Job.objects.get(pk=job.pk), reason="")
    finish(node)

    told = timeline_of(jobs_of(cast.project).get(), rehearsed=False)

    acts = [one.words for one in told if isinstance(one, Act)]
    assert acts == ["Moved by alice (priority: High)", "Canceled by mona", "Sent round again by bob"]
    assert isinstance(told[-1], Tried) and "d" not in told[-1].waited, told[-1].waited


@pytest.mark.parametrize("verdict", [None, SUCCEEDED])
def test_only_what_ended_badly_can_go_again(cast: Cast, verdict: Verdict | None) -> None:
    job = request(cast)
    if verdict:
        finish(enrolled(cast.project), verdict)
    with pytest.raises(ApplicationError, match="can go again"):
        services.retry(actor=cast.bob, job=Job.objects.get(pk=job.pk), reason="")


def test_a_waiting_job_is_moved_to_the_front_and_to_another_node(cast: Cast) -> None:
    first, second, node = request(cast), request(cast), enrolled(cast.project)
    services.move(actor=cast.bob, job=second, priority=9, node=node)
    assert finish(node).pk == second.pk
    with pytest.raises(ApplicationError, match="still waits"):
        services.move(actor=cast.bob, job=second, priority=1)
    with pytest.raises(ApplicationError, match="0 to 9"):
        services.move(actor=cast.bob, job=first, priority=10)


def test_a_job_waits_for_the_one_it_comes_after(cast: Cast) -> None:
    first, node = request(cast), enrolled(cast.project)
    second = request(cast, after=[first], priority=9)
    assert finish(node).pk == first.pk
    assert finish(node).pk == second.pk


@pytest.mark.parametrize("verdict", [FAILED, ERRORED])
def test_what_comes_after_a_job_without_success_is_not_run_and_goes_again_with_it(
    cast: Cast, verdict: Verdict
) -> None:
    first, node = request(cast), enrolled(cast.project)
    second = request(cast, after=[first])
    third = request(cast, after=[second])
    finish(node, verdict)
    for job in (second, third):
        job.refresh_from_db()
        assert (job.state, job.reason) == (JobState.ERRORED, "dependency")
    with pytest.raises(ApplicationError, match="did not succeed"):
        services.retry(actor=cast.bob, job=second, reason="")

    services.retry(actor=cast.bob, job=Job.objects.get(pk=first.pk), reason="again")

    assert [finish(node).pk for _ in range(3)] == [first.pk, second.pk, third.pk]


def test_a_canceled_job_ends_what_comes_after_it(cast: Cast) -> None:
    first = request(cast)
    second = request(cast, after=[first])
    services.cancel(actor=cast.bob, job=first)
    assert state(second) == JobState.ERRORED


@pytest.fixture
def whole(cast: Cast) -> Job:
    """Return a parent with two parts."""
    return request(cast, kind="layer_alignment", parameters={"inputs": ["short", "long"]}, split=True)


def test_a_parent_is_never_leased_and_its_parts_are(cast: Cast, whole: Job) -> None:
    assert whole.parts == 2
    given = {leased(enrolled(cast.project, name))[0].spec["job"] for name in ("one", "two")}
    assert given == {str(part.pk) for part in whole.children.all()}
    assert services.lease(node=enrolled(cast.project, "three"), capabilities=CAN_TORCH) is None
    assert state(whole) == JobState.RUNNING


def errored(node: Node) -> None:
    finish(node, ERRORED)


def test_a_parent_ends_when_its_parts_have_and_as_its_worst_part_did(cast: Cast, whole: Job) -> None:
    _lease, fence = leased(enrolled(cast.project))
    services.release(fence=fence, reason="refused")
    assert state(whole) == JobState.RUNNING
    _lease, fence = leased(enrolled(cast.project, "two"))
    services.release(fence=fence, reason="refused")
    assert state(whole) == JobState.ERRORED

    services.retry(actor=cast.bob, job=Job.objects.get(pk=whole.pk), reason="")
    assert state(whole) == JobState.QUEUED


def test_one_part_goes_again_alone_and_with_it_what_came_after_the_whole(cast: Cast, whole: Job) -> None:
    last, node = request(cast, after=[whole]), enrolled(cast.project)
    for _ in range(2):
        _lease, fence = leased(node)
        services.release(fence=fence, reason="refused")
    assert state(last) == JobState.ERRORED
    part = whole.children.first()
    services.retry(actor=cast.bob, job=part, reason="")
    assert state(last) == JobState.QUEUED
    assert [part.state for part in whole.children.all()].count(JobState.QUEUED) == 1
    assert state(whole) == JobState.RUNNING


def test_canceling_a_parent_cancels_its_parts(cast: Cast, whole: Job) -> None:
    _lease, fence = leased(enrolled(cast.project))
    services.cancel(actor=cast.bob, job=whole)
    assert state(whole) == JobState.RUNNING
    assert services.heartbeat(fence=fence, progress={}) is True
    services.release(fence=fence, reason="canceled")
    assert state(whole) == JobState.CANCELED


def test_a_kind_without_parts_is_not_split(cast: Cast) -> None:
    with pytest.raises(ApplicationError, match="no parts"):
        request(cast, split=True)
    assert not Job.objects.exists()


def test_a_job_that_rests_on_two_is_not_taken_along_before_both_are_on_their_way(cast: Cast) -> None:
    first, second = request(cast, priority=9), request(cast, priority=8)
    last, node = request(cast, after=[first, second]), enrolled(cast.project)
    finish(node, FAILED)
    finish(node, FAILED)

    services.retry(actor=cast.bob, job=first, reason="once more")
    assert state(last) == JobState.ERRORED

    services.retry(actor=cast.bob, job=second, reason="once more")
    assert state(last) == JobState.QUEUED


def test_a_job_asked_for_just_when_what_it_comes_after_failed_does_not_wait_for_ever(cast: Cast) -> None:
    first, node = request(cast), enrolled(cast.project)
    as_the_page_showed_it = Job.objects.get(pk=first.pk)
    finish(node, FAILED)
    last = request(cast, after=[as_the_page_showed_it])

    services.reconcile()

    last.refresh_from_db()
    assert (last.state, last.reason) == (JobState.ERRORED, "dependency")
