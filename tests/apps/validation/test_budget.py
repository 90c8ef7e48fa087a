"""What an attempt may take, how often a job is tried, and what is kept of those that ended badly."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now

from apps.core.models import AuditEntry
from apps.validation import services
from apps.validation.errors import Fenced
from apps.validation.models import Attempt, AttemptState, Evidence, Job, JobState, LateResult
from apps.validation.services.logs import MOST_LINES
from migration_engine.protocol import Verdict, spec_from
from tests.apps.validation.play import attempt_of, enrolled, leased, result_of
from tests.cast import Cast

SIGKILL = {"signal": 9}


@pytest.fixture
def job(cast: Cast) -> Job:
    """Return a queued inventory."""
    return services.request_job(actor=cast.bob, project=cast.project, kind="inventory", parameters={})


def test_soft_comes_before_hard_and_hard_before_the_end_of_the_token(cast: Cast, job: Job) -> None:
    lease, _fence = leased(enrolled(cast.project))
    limits = spec_from(lease.spec).limits
    assert limits.soft_seconds < limits.wall_seconds == 300 < limits.lease_seconds
    attempt = attempt_of(lease)
    assert attempt.deadline_at - attempt.leased_at == pytest.approx(
        timedelta(seconds=limits.lease_seconds), abs=timedelta(seconds=5)
    )


def test_a_job_that_always_crashes_stops_after_three_tries_and_says_how(cast: Cast, job: Job) -> None:
    poor, node = job, enrolled(cast.project)
    for _ in range(3):
        lease, fence = leased(node)
        assert lease.spec["job"] == str(poor.pk)
        services.release(fence=fence, reason="crashed", exit=SIGKILL, detail="out of \x1bmemory")
    poor.refresh_from_db()
    assert (poor.state, poor.reason) == (JobState.ERRORED, "attempts_used_up")
    kept = {"signal": 9, "detail": "out of \\x1bmemory"}
    assert [(a.state, a.exit) for a in poor.attempts.all()] == [(AttemptState.CRASHED, kept)] * 3
    assert AuditEntry.objects.filter(verb="attempt crashed", detail__exit=kept).count() == 3


def test_a_poison_job_does_not_keep_the_others_from_their_turn(cast: Cast, job: Job) -> None:
    other = services.request_job(actor=cast.bob, project=cast.project, kind="inventory", parameters={})
    node = enrolled(cast.project)
    for _ in range(3):
        _lease, fence = leased(node)
        services.release(fence=fence, reason="crashed", exit=SIGKILL)
    lease, _fence = leased(node)
    assert lease.spec["job"] == str(other.pk)


def test_what_a_stopping_node_hands_back_costs_no_try(cast: Cast, job: Job) -> None:
    node = enrolled(cast.project)
    for _ in range(5):
        _lease, fence = leased(node)
        services.release(fence=fence, reason="stopped")
    job.refresh_from_db()
    assert job.state == JobState.QUEUED


def test_a_job_over_its_limit_is_not_tried_again(cast: Cast, job: Job) -> None:
    _lease, fence = leased(enrolled(cast.project))
    services.release(fence=fence, reason="timed_out")
    job.refresh_from_db()
    assert (job.state, job.reason) == (JobState.ERRORED, "timed_out")


def test_a_token_that_runs_out_ends_the_attempt_and_never_hangs(cast: Cast, job: Job) -> None:
    lease, fence = leased(enrolled(cast.project))
    Attempt.objects.update(deadline_at=Now() - timedelta(seconds=1))
    for write in (
        lambda: services.heartbeat(fence=fence, progress={}),
        lambda: services.append_log(fence=fence, sequence=1, lines=["x"]),
        lambda: services.record_attempt(fence=fence, document=result_of(lease)),
    ):
        with pytest.raises(Fenced):
            write()
    services.reconcile()
    job.refresh_from_db()
    assert (job.state, job.reason) == (JobState.ERRORED, "token_expired")
    assert attempt_of(lease).state == AttemptState.ERRORED


def test_a_node_that_asks_again_after_its_token_died_does_not_try_that_job_again(
    cast: Cast, job: Job
) -> None:
    node = enrolled(cast.project)
    lease, _fence = leased(node)
    Attempt.objects.update(deadline_at=Now() - timedelta(seconds=1))
    assert services.lease(node=node, capabilities=node.capabilities) is None
    job.refresh_from_db()
    assert (job.state, job.reason) == (JobState.ERRORED, "token_expired")
    assert attempt_of(lease).state == AttemptState.ERRORED


def test_a_token_that_runs_out_between_two_looks_is_no_silent_node(cast: Cast, job: Job) -> None:
    leased(enrolled(cast.project))
    soon = Now() + timedelta(milliseconds=300)
    Attempt.objects.update(deadline_at=soon, lease_expires_at=soon)

    def linger(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        found = execute(sql, *rest)
        if "FOR UPDATE" in sql:
            time.sleep(0.35)
        return found

    with connection.execute_wrapper(linger):
        services.reconcile()
    services.reconcile()
    job.refresh_from_db()
    assert (job.state, job.reason) == (JobState.ERRORED, "token_expired")


def test_no_heartbeat_carries_a_lease_beyond_its_token(cast: Cast, job: Job) -> None:
    lease, fence = leased(enrolled(cast.project))
    Attempt.objects.update(deadline_at=Now() + timedelta(seconds=5))
    services.heartbeat(fence=fence, progress={})
    attempt = attempt_of(lease)
    assert attempt.lease_expires_at == attempt.deadline_at


def test_a_late_result_is_kept_once_and_is_no_evidence(cast: Cast, job: Job) -> None:
    lease, fence = leased(enrolled(cast.project))
    Attempt.objects.update(lease_expires_at=Now() - timedelta(seconds=1))
    services.reconcile()
    for verdict in (Verdict.SUCCEEDED, Verdict.FAILED):
        services.keep_late(fence=fence, document=result_of(lease, verdict))
    assert LateResult.objects.get().attempt_id == attempt_of(lease).pk
    assert not Evidence.objects.exists()
    assert AuditEntry.objects.filter(verb="kept a late result").count() == 1


def test_a_log_is_cut_at_its_cap_and_says_so(cast: Cast, job: Job) -> None:
    lease, fence = leased(enrolled(cast.project))
    Attempt.objects.update(log_lines=MOST_LINES - 3)
    assert services.append_log(fence=fence, sequence=1, lines=["a", "b"]) is True
    assert services.append_log(fence=fence, sequence=2, lines=["c", "d"]) is False
    assert services.append_log(fence=fence, sequence=3, lines=["e"]) is False
    attempt = attempt_of(lease)
    assert (attempt.log_lines, attempt.log_cut) == (MOST_LINES, True)
    assert [(batch.first_line, batch.lines) for batch in attempt.logs.all()] == [
        (MOST_LINES - 2, ["a", "b"]),
        (MOST_LINES, ["c"]),
    ]
