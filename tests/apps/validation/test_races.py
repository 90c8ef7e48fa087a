"""Two people, or a person and a node, at the same moment: neither wish is forgotten, nobody is blocked."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models.functions import Now

from apps.validation import services
from apps.validation.models import Job, JobState, Node, NodeState
from apps.validation.services.broker import admin, grant
from apps.validation.services.broker_acl import user_of
from tests.apps.validation.play import CAN_TORCH, FACTS, enrolled, leased
from tests.apps.validation.races import interleaved
from tests.cast import Cast, gather

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return gather()


def request(cast: Cast, **more: Any) -> Job:
    wish = {"kind": "inventory", "parameters": {}, **more}
    return services.request_job(actor=cast.bob, project=cast.project, **wish)


def test_a_job_canceled_while_its_attempt_ends_does_not_begin_again(cast: Cast) -> None:
    job, node = request(cast), enrolled(cast.project)
    leased(node)
    services.drain(actor=cast.alice, node=node)
    draining = Node.objects.get(pk=node.pk)

    failed = interleaved(
        lambda: services.lease(node=draining, capabilities=CAN_TORCH),
        after='FROM "validation_job"',
        second=lambda: services.cancel(actor=cast.bob, job=job),
    )

    assert not failed
    assert Job.objects.get(pk=job.pk).state == JobState.CANCELED


def test_canceling_a_whole_and_the_end_of_a_part_do_not_block_each_other(cast: Cast) -> None:
    whole = request(cast, kind="layer_alignment", parameters={"inputs": ["short", "long"]}, split=True)
    lease, fence = leased(enrolled(cast.project))
    waiting = Job.objects.filter(parent=whole, state=JobState.QUEUED)
    assert waiting.update(created_at=Now()) == 1

    failed = interleaved(
        lambda: services.cancel(actor=cast.bob, job=whole),
        after='SELECT "validation_job"."state"',
        second=lambda: services.release(fence=fence, reason="refused"),
    )

    assert not failed
    assert Job.objects.get(pk=whole.pk).state == JobState.CANCELED
    assert Job.objects.get(pk=lease.spec["job"]).state == JobState.CANCELED


def come(code: str) -> None:
    services.enrol(code=code, name="bench", facts=FACTS, capabilities=CAN_TORCH)


def test_a_node_retired_while_it_enrols_again_stays_retired(cast: Cast) -> None:
    node = enrolled(cast.project)
    code = services.revoke_token(actor=cast.alice, node=node)

    failed = interleaved(
        lambda: come(code),
        after='"validation_node"."state"',
        second=lambda: services.retire(actor=cast.alice, node=node),
    )

    assert not failed
    assert Node.objects.get(pk=node.pk).state == NodeState.RETIRED


def test_machines_that_are_alike_may_enrol_at_once(cast: Cast) -> None:
    first, second = (services.issue_enrolment_code(actor="alice", project=cast.project) for _ in range(2))

    failed = interleaved(
        lambda: come(first), after='"validation_node"."name" AS', second=lambda: come(second)
    )

    assert not failed
    assert sorted(Node.objects.values_list("name", flat=True)) == ["bench", "bench-2"]


def test_a_hello_under_way_leaves_a_revoked_node_no_user_at_the_broker(cast: Cast) -> None:
    as_it_said_hello = enrolled(cast.project)
    services.revoke_token(actor=cast.alice, node=Node.objects.get(pk=as_it_said_hello.pk))

    assert not grant([as_it_said_hello])

    with admin() as broker:
        assert user_of(as_it_said_hello) not in broker.acl_users()
