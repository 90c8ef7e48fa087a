"""Tokens that change, nodes that drain, an inventory before anything, versions that do not go together."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now
from django.test import Client
from django.urls import reverse

from apps.core.errors import ApplicationError
from apps.core.tokens import hash_of
from apps.validation import services
from apps.validation.models import Job, JobState, Node
from migration_engine.protocol import Verdict
from tests.apps.validation.play import CAN_TORCH, FACTS, enrolled, leased, result_of
from tests.cast import Cast

TOLD = {"facts": FACTS, "capabilities": CAN_TORCH}
BAD = FACTS | {"packages": {"torch": "2.9.0", "torch-npu": "2.10.0"}}


def hello(token: str) -> Any:
    headers = {"Authorization": f"Bearer {token}"}
    return Client().post(reverse("node-hello"), TOLD, content_type="application/json", headers=headers)


@pytest.fixture
def token(cast: Cast) -> str:
    """Return the token of the only node."""
    code = services.issue_enrolment_code(actor="alice", project=cast.project)
    return services.enrol(code=code, name="bench", facts=FACTS, capabilities=CAN_TORCH)[1]


def only_node() -> Node:
    return Node.objects.select_related("project").get()


def test_a_node_learns_its_new_token_and_the_old_one_ends_with_its_first_use(cast: Cast, token: str) -> None:
    services.rotate_token(actor=cast.alice, node=only_node())
    ask = Client().post(
        reverse("node-lease"),
        TOLD,
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )
    assert (ask.status_code, ask["X-Portal-Wants"]) == (204, "hello")
    lost, new = hello(token).json()["token"], hello(token).json()["token"]
    assert hello(lost).status_code == 401
    assert "token" not in hello(new).json()
    assert hello(token).status_code == 401
    assert new not in str(Node.objects.values())


def test_an_old_token_that_nobody_replaced_ends_by_itself(cast: Cast, token: str) -> None:
    services.rotate_token(actor=cast.alice, node=only_node())
    hello(token)
    Node.objects.update(old_token_until=Now() - timedelta(seconds=1))
    assert hello(token).status_code == 401


def test_a_revoked_token_ends_at_once_and_a_code_brings_the_same_node_back(cast: Cast, token: str) -> None:
    node = only_node()
    code = services.revoke_token(actor=cast.alice, node=node)
    assert hello(token).status_code == 401
    again, new = services.enrol(code=code, name="other name", facts=FACTS, capabilities=CAN_TORCH)
    assert (again.pk, again.name, again.token_hash) == (node.pk, "bench", hash_of(new))
    assert hello(new).status_code == 200


def test_a_retired_node_gets_no_new_token(cast: Cast, token: str) -> None:
    code = services.revoke_token(actor=cast.alice, node=only_node())
    services.retire(actor=cast.alice, node=only_node())
    with pytest.raises(ApplicationError, match="retired"):
        services.rotate_token(actor=cast.alice, node=only_node())
    with pytest.raises(ApplicationError, match="retired"):
        services.enrol(code=code, name="x", facts=FACTS, capabilities=CAN_TORCH)


def test_a_draining_node_finishes_and_may_still_speak(cast: Cast) -> None:
    request(cast)
    node = enrolled(cast.project)
    lease, fence = leased(node)
    services.drain(actor=cast.alice, node=node)
    assert services.heartbeat(fence=fence, progress={}) is False
    services.record_attempt(fence=fence, document=result_of(lease))
    assert Job.objects.get().state == JobState.SUCCEEDED


def request(cast: Cast, kind: str = "inventory", **more: Any) -> Job:
    return services.request_job(actor=cast.bob, project=cast.project, kind=kind, parameters={}, **more)


@pytest.fixture
def inventory_first(settings: Any) -> None:
    settings.INVENTORY_FRESH_H = 24


@pytest.mark.usefixtures("inventory_first")
def test_a_node_does_an_inventory_before_anything_else(cast: Cast) -> None:
    wanted, node = request(cast, "layer_alignment"), enrolled(cast.project)
    lease, fence = leased(node)
    assert lease.spec["kind"] == "inventory"
    assert Job.objects.get(pk=lease.spec["job"]).node == node
    services.record_attempt(fence=fence, document=result_of(lease))
    assert leased(node)[0].spec["job"] == str(wanted.pk)


@pytest.mark.usefixtures("inventory_first")
def test_a_node_whose_inventory_gives_no_answer_gets_nothing_and_asks_once_for_it(cast: Cast) -> None:
    request(cast, "layer_alignment")
    node = enrolled(cast.project)
    _lease, fence = leased(node)
    services.release(fence=fence, reason="refused")
    assert services.lease(node=node, capabilities=CAN_TORCH) is None
    assert Job.objects.filter(kind="inventory").count() == 1
    Job.objects.filter(kind="inventory").update(finished_at=Now() - timedelta(hours=1))
    assert leased(node)[0].spec["kind"] == "inventory"


@pytest.mark.usefixtures("inventory_first")
def test_an_old_inventory_is_taken_anew(cast: Cast) -> None:
    node = enrolled(cast.project)
    request(cast)
    lease, fence = leased(node)
    services.record_attempt(fence=fence, document=result_of(lease, Verdict.FAILED))
    node.attempts.update(ended_at=Now() - timedelta(hours=25))
    request(cast, "layer_alignment")
    assert leased(node)[0].spec["kind"] == "inventory"


def test_versions_that_are_known_bad_are_refused_until_somebody_confirms(cast: Cast) -> None:
    node = enrolled(cast.project)
    services.introduce(node=node, facts=BAD, capabilities=CAN_TORCH)
    with pytest.raises(ApplicationError, match=r"bench.*torch 2\.10\.0.*Confirm") as refused:
        request(cast, "layer_alignment")
    assert (refused.value.code, refused.value.status) == ("known_bad", 409)
    assert not Job.objects.exists()

    request(cast, "layer_alignment", confirmed=True)

    node.refresh_from_db()
    leased(node)


def test_an_inventory_needs_no_versions_that_go_together(cast: Cast) -> None:
    node = enrolled(cast.project)
    services.introduce(node=node, facts=BAD, capabilities=CAN_TORCH)
    request(cast)
    leased(node)


def test_a_job_passes_over_a_node_with_bad_versions_when_another_is_good(cast: Cast) -> None:
    bad, good = enrolled(cast.project, "bad"), enrolled(cast.project, "good")
    services.introduce(node=bad, facts=BAD, capabilities=CAN_TORCH)
    request(cast, "layer_alignment")
    assert services.lease(node=bad, capabilities=CAN_TORCH) is None
    leased(good)


@pytest.mark.parametrize("requires", [{"chip": "*"}, {"min_cann": "new"}, {"devices": 0}, {"command": "id"}])
def test_requirements_outside_the_schema_are_refused(cast: Cast, requires: dict[str, Any]) -> None:
    with pytest.raises(ApplicationError):
        request(cast, requires=requires)
    assert not Job.objects.exists()


def test_a_code_of_an_earlier_revocation_is_over(cast: Cast, token: str) -> None:
    earlier, latest = (services.revoke_token(actor=cast.alice, node=only_node()) for _ in range(2))
    with pytest.raises(ApplicationError, match="Make a new one"):
        services.enrol(code=earlier, name="x", facts=FACTS, capabilities=CAN_TORCH)
    assert services.enrol(code=latest, name="x", facts=FACTS, capabilities=CAN_TORCH)[0] == only_node()
