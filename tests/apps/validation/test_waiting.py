"""Why a job waits, in words of both languages."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db.models.functions import Now
from django.utils import timezone, translation

from apps.validation import services
from apps.validation.models import Job, Node
from apps.validation.pages.nodes import node_row
from apps.validation.selectors import nodes_of
from apps.validation.waiting import Waiting, waiting_reason
from tests.apps.validation.play import CAN_TORCH, enrolled, leased
from tests.cast import Cast

NEEDS = {"runtime": "npu", "chip": "910B", "min_cann": "8.5"}
CAN_NPU = CAN_TORCH | {"device_kind": "npu", "chip": "910b3", "cann": "8.5.1", "devices": 8}


def request(cast: Cast, **more) -> Job:
    return services.request_job(
        actor=cast.bob, project=cast.project, **{"kind": "inventory", "parameters": {}, **more}
    )


def test_it_says_how_many_go_before_what_it_needs_and_what_is_missing(cast: Cast) -> None:
    enrolled(cast.project, can=CAN_NPU)
    request(cast)
    request(cast, priority=7)
    job = request(cast, requires=NEEDS)
    assert waiting_reason(job) == "2 before you; needs 910B with CANN ≥ 8.5; a node takes it within seconds"
    with translation.override("zh-hans"):
        assert waiting_reason(job) == "前面还有 2 个作业；需要 910B，CANN ≥ 8.5；节点将在数秒内领取"


def test_nobody_queues_for_a_node_that_does_not_exist(cast: Cast) -> None:
    enrolled(cast.project)
    enrolled(cast.project, "old", CAN_NPU | {"cann": "8.3.RC1"})
    request(cast)
    job = request(cast, requires=NEEDS)
    assert waiting_reason(job) == (
        "Needs 910B with CANN ≥ 8.5; no node of this project can take it: old has CANN 8.3.RC1"
    )
    with translation.override("zh-hans"):
        assert waiting_reason(job).endswith("；本项目没有能领取它的节点：old 的配置为 CANN 8.3.RC1")


def test_what_only_another_node_can_take_is_not_before_you(cast: Cast) -> None:
    enrolled(cast.project)
    request(cast, requires=NEEDS, priority=9)
    request(cast, node=enrolled(cast.project, "other"), priority=9)
    pinned = request(cast, node=Node.objects.get(name="bench"))
    assert waiting_reason(pinned) == "A node takes it within seconds"
    assert waiting_reason(request(cast)).startswith("2 before you")


def test_a_job_that_a_node_takes_in_this_moment_is_not_kept_by_busy_nodes(cast: Cast) -> None:
    """The page may have read the job just before its lease, and the nodes just after."""
    job = request(cast)
    leased(enrolled(cast.project))
    assert waiting_reason(job) == "It is being handed to a node"
    assert waiting_reason(request(cast)) == "All nodes that can do it are busy"


def test_a_better_node_takes_it_and_others_pass_it_over(cast: Cast) -> None:
    job = request(cast, requires=NEEDS | {"devices": 2}, priority=9)
    common = request(cast)
    plain, old = enrolled(cast.project), enrolled(cast.project, "old", CAN_NPU | {"cann": "8.3.RC1"})
    assert leased(plain)[0].spec["job"] == str(common.pk)
    assert services.lease(node=old, capabilities=old.capabilities) is None
    good = enrolled(cast.project, "good", CAN_NPU)
    lease, _fence = leased(good, CAN_NPU)
    assert (lease.spec["job"], lease.spec["devices"]) == (str(job.pk), 2)


def test_it_says_what_it_comes_after(cast: Cast) -> None:
    first = request(cast)
    assert waiting_reason(request(cast, after=[first])) == f"Waits for {first.called} to succeed"


def test_a_draining_node_gets_nothing_and_is_named_as_the_reason(cast: Cast) -> None:
    node = enrolled(cast.project)
    services.drain(actor=cast.bob, node=node)
    node.refresh_from_db()
    job = request(cast)
    assert services.lease(node=node, capabilities=CAN_TORCH) is None
    assert "draining" in waiting_reason(job)
    services.resume(actor=cast.bob, node=node)
    node.refresh_from_db()
    leased(node)


def test_a_job_for_a_silent_node_that_drains_says_that_it_drains(cast: Cast) -> None:
    node = enrolled(cast.project)
    job = request(cast, node=node)
    services.drain(actor=cast.bob, node=node)
    Node.objects.update(last_seen_at=Now() - timedelta(hours=1))

    assert waiting_reason(job) == "Its node bench is draining: resume it on the nodes page"
    row = node_row(nodes_of(cast.project).get())
    assert (row.standing, row.also_drains) == ("silent", True)


@pytest.mark.parametrize(("spoke", "said"), [(True, "within seconds"), (False, "answers now")])
def test_the_last_obstacle_is_said(cast: Cast, spoke: bool, said: str) -> None:
    enrolled(cast.project)
    if not spoke:
        Node.objects.update(last_seen_at=Now() - timedelta(hours=1))
    assert said in waiting_reason(request(cast))


def test_many_jobs_cost_no_more_queries_than_one(cast: Cast, django_assert_max_num_queries) -> None:
    enrolled(cast.project)
    jobs = [request(cast) for _ in range(5)]
    with django_assert_max_num_queries(5):
        waiting = Waiting(cast.project)
        assert [waiting.before(job) for job in jobs] == [0, 1, 2, 3, 4]
        assert len([waiting.why(job) for job in jobs]) == 5


def test_a_web_process_whose_clock_is_wrong_calls_no_node_silent(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    enrolled(cast.project)
    job = request(cast)
    monkeypatch.setattr(timezone, "now", lambda: datetime.now(UTC) + timedelta(hours=1))
    assert "within seconds" in waiting_reason(job)


@pytest.mark.parametrize("protocol", [1, 3])
def test_a_node_of_another_version_gets_nothing_and_the_reason_is_said(cast: Cast, protocol: int) -> None:
    """A job that it would only refuse waits for a node that understands it."""
    can = CAN_TORCH | {"protocol": protocol}
    node, job = enrolled(cast.project, can=can), request(cast)
    assert services.lease(node=node, capabilities=can) is None
    assert "another version" in waiting_reason(job)
    assert services.lease(node=node, capabilities=CAN_TORCH | {"protocol": 2}) is not None
