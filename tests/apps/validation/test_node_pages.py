"""What the pages say about nodes, and what people do with them there."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models.functions import Now
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.core.models import AuditEntry
from apps.validation import services
from apps.validation.models import Attempt, Node, NodeDay, NodeState
from apps.validation.pages.month import month_of
from tests.apps.validation.play import CAN_TORCH, FACTS, enrolled, leased, result_of
from tests.cast import Cast, client_of

CHIP = {"npu": 0, "chip": 0, "name": "910B3", "health": "OK", "bus": "0000:C1:00.0",
        "memory_used_mb": 1024, "memory_total_mb": 65536, "power_w": 92.4, "temperature_c": None}  # fmt: skip
NPU_FACTS = FACTS | {
    "classification": "ready",
    "chips": [CHIP],
    "driver": "25.5.0",
    "cann": {"version": "8.5.0"},
    "packages": {"torch": "2.8.0", "torch-npu": "2.9.0"},
}
CAN_NPU = CAN_TORCH | {"device_kind": "npu", "chip": "ascend910b3"}


def address(cast: Cast, name: str, *args: object) -> str:
    return reverse(f"validation:{name}", args=[cast.project.slug, *args])


def page_of(cast: Cast, node: Node, client: Client | None = None) -> str:
    return (client or client_of(cast.bob)).get(address(cast, "node", node.pk)).content.decode()


@pytest.fixture
def node(cast: Cast) -> Node:
    node = enrolled(cast.project, "atlas-1", CAN_NPU)
    services.introduce(node=node, facts=NPU_FACTS, capabilities=CAN_NPU)
    node.refresh_from_db()
    return node


def requested(cast: Cast, node: Node) -> None:
    """Request an inventory of a node whose versions do not go together."""
    services.request_job(
        actor=cast.bob, project=cast.project, kind="inventory", parameters={}, node=node, confirmed=True
    )


def standing(cast: Cast, **query: str) -> list[tuple[str, str]]:
    rows = client_of(cast.vic).get(address(cast, "nodes"), query).context["rows"]
    return [(row.node.name, str(row.standing)) for row in rows]


def test_the_list_says_how_each_node_stands(cast: Cast, node: Node) -> None:
    requested(cast, node)
    leased(node, CAN_NPU)
    for name in ("draining", "ready", "retired", "silent"):
        enrolled(cast.project, name)
    services.drain(actor=cast.bob, node=Node.objects.get(name="draining"))
    services.retire(actor=cast.bob, node=Node.objects.get(name="retired"))
    Node.objects.filter(name="silent").update(last_seen_at=Now() - timedelta(hours=2))

    assert dict(standing(cast)) == {
        "atlas-1": "working",
        "draining": "draining",
        "ready": "ready",
        "silent": "silent",
    }
    assert standing(cast, state="retired") == [("retired", "retired")]
    assert standing(cast, state="silent") == [("silent", "silent")]


def test_known_bad_versions_are_said_with_reason_and_source(cast: Cast, node: Node) -> None:
    page = page_of(cast, node)

    assert "Known bad" in page
    assert "torch_npu 2.9.0 is built for torch 2.9.0: install torch 2.9.0." in page
    assert 'rel="noreferrer"' in page
    assert "Known bad" in client_of(cast.vic).get(address(cast, "nodes")).content.decode()


def test_a_machine_without_an_npu_stack_has_nothing_to_compare(cast: Cast) -> None:
    page = page_of(cast, enrolled(cast.project, "bench", CAN_TORCH))

    assert "nothing to compare" in page and "Known bad" not in page


def test_devices_show_what_the_tool_left_out_as_unknown(cast: Cast, node: Node) -> None:
    devices = page_of(cast, node).split("<h2>Devices</h2>")[1].split("</section>")[0]

    assert "1.0 / 64.0 GB" in devices and "92.4 W" in devices
    assert "unknown" in devices


def test_each_group_of_facts_has_its_own_age(cast: Cast, node: Node) -> None:
    """Only the driver is changed: it alone is new, and what was told twice is as old as its first telling."""
    long_ago = (timezone.now() - timedelta(days=3)).isoformat()
    Node.objects.update(facts_since={"device": long_ago, "software": long_ago, "machine": long_ago})
    services.introduce(node=node, facts=NPU_FACTS | {"driver": "26.0.1"}, capabilities=CAN_NPU)
    node.refresh_from_db()
    kept = {name: since for name, since in node.facts_since.items() if since == long_ago}
    assert set(kept) == {"software", "machine"}
    page = page_of(cast, node)
    assert page.count("last changed") == 3
    assert page.count("3\xa0days ago") == 2


def test_a_month_counts_outcomes_by_day_and_knows_nothing_of_days_without_a_look(
    cast: Cast, node: Node
) -> None:
    today = timezone.now().date()
    for reason in ("", "refused"):
        requested(cast, node)
        lease, fence = leased(node, CAN_NPU)
        if reason:
            services.release(fence=fence, reason=reason)
        else:
            services.record_attempt(fence=fence, document=result_of(lease))
    Attempt.objects.filter(state="released").update(ended_at=timezone.now() - timedelta(days=3))
    NodeDay.objects.create(node=node, day=today, looks=10, heard=9, looked_at=timezone.now())

    month = month_of(node)

    assert (month.good, month.said_no, month.lost) == (1, 0, 1)
    assert (month.days[-1].good, month.days[-4].lost) == (1, 1)
    assert (month.days[-1].heard, month.days[-2].heard) == (0.9, None)
    assert month.heard_words == "90 %"
    assert [bar.look for bar in month.bars].count("unknown") == 29


def test_nine_hundred_ninety_nine_of_a_thousand_looks_are_no_full_hundred(cast: Cast, node: Node) -> None:
    NodeDay.objects.create(
        node=node, day=timezone.now().date(), looks=1000, heard=999, looked_at=timezone.now()
    )

    assert month_of(node).heard_words == "99 %"


@pytest.mark.parametrize(
    ("act", "state"),
    [("drain", NodeState.DRAINING), ("retire", NodeState.RETIRED), ("rotate", NodeState.ENROLLED)],
)
def test_an_operator_tends_a_node_and_the_trail_says_who_did(
    cast: Cast, node: Node, act: str, state: str
) -> None:
    client = client_of(cast.bob)

    answer = client.post(address(cast, act, node.pk), follow=True)

    node.refresh_from_db()
    assert node.state == state
    assert "bob: " in answer.content.decode().split("Who did what")[1]
    assert AuditEntry.objects.filter(actor="bob", target=node.name).count() == 1


def test_a_drained_node_is_resumed(cast: Cast, node: Node) -> None:
    client = client_of(cast.bob)
    client.post(address(cast, "drain", node.pk))
    assert address(cast, "resume", node.pk) in page_of(cast, node)

    client.post(address(cast, "resume", node.pk))

    node.refresh_from_db()
    assert node.state == NodeState.ENROLLED


def test_a_rotation_shows_no_token_and_says_that_it_waits(cast: Cast, node: Node) -> None:
    client_of(cast.bob).post(address(cast, "rotate", node.pk))

    assert "A new token waits" in page_of(cast, node)


def test_a_revoked_node_comes_back_as_itself_by_the_code_that_is_shown(cast: Cast, node: Node) -> None:
    client = client_of(cast.bob)
    page = client.post(address(cast, "revoke", node.pk))
    code = page.context["code"]
    assert "Bring atlas-1 back" in page.content.decode()
    assert "Waiting for the node" in page.content.decode()

    again, _token = services.enrol(code=code, name="other", facts=FACTS, capabilities=CAN_NPU)

    assert again.pk == node.pk
    assert "atlas-1" in client.get(address(cast, "await-node", page.context["code_id"])).content.decode()


@pytest.mark.parametrize("act", ["drain", "resume", "rotate", "revoke", "retire"])
def test_who_only_looks_tends_nothing(cast: Cast, node: Node, act: str) -> None:
    assert client_of(cast.vic).post(address(cast, act, node.pk)).status_code == 403
    page = page_of(cast, node, client_of(cast.mona))
    assert "Actions" not in page


def test_thirty_nodes_cost_as_many_queries_as_one(cast: Cast, django_assert_num_queries) -> None:
    for number in range(6):
        enrolled(cast.project, f"node-{number}")
    client = client_of(cast.vic)

    with django_assert_num_queries(3 + 1 + 2):
        client.get(address(cast, "nodes"))


def test_a_node_page_has_its_budget(cast: Cast, node: Node, django_assert_max_num_queries) -> None:
    client = client_of(cast.vic)

    with django_assert_max_num_queries(12):
        client.get(address(cast, "node", node.pk))
