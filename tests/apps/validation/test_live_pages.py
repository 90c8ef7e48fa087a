"""Pages that keep themselves up to date: cheap while nothing changes, and told of everything that does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now
from django.test import Client
from django.urls import reverse

from apps.validation import services
from apps.validation.models import EnrolmentCode, Job, Node
from tests.apps.validation.play import CAN_TORCH, FACTS, enrolled, leased, result_of
from tests.cast import Cast, client_of

# Who signs in and what they may do takes three queries; the rest is the page's own.
RIGHTS = 3


def address(cast: Cast, name: str, *args: object) -> str:
    return reverse(f"validation:{name}", args=[cast.project.slug, *args])


def ask(client: Client, at: str, etag: str = "") -> Any:
    """Ask as the browser asks for news."""
    return client.get(at, headers={"HX-Request": "true", "If-None-Match": etag})


@pytest.fixture
def node(cast: Cast) -> Node:
    return enrolled(cast.project)


@pytest.fixture
def job(cast: Cast, node: Node) -> Job:
    return services.request_job(actor=cast.bob, project=cast.project, kind="inventory", parameters={})


@pytest.fixture
def fence(job: Job, node: Node) -> services.Fence:
    """Return the fence of a running attempt at the job."""
    _lease, fence = leased(node)
    services.heartbeat(fence=fence, progress={"step": "probe", "done": 1, "total": 4})
    return fence


@pytest.mark.parametrize(("name", "queries"), [("nodes", 1), ("node", 1), ("jobs", 1), ("job", 1)])
def test_asking_in_vain_costs_one_query_beside_rights(
    cast: Cast, fence: services.Fence, job: Job, django_assert_num_queries, name: str, queries: int
) -> None:
    args = {"node": [fence.node.pk], "job": [job.pk]}.get(name, [])
    client, at = client_of(cast.vic), address(cast, name, *args)
    etag = ask(client, at)["ETag"]

    with django_assert_num_queries(RIGHTS + queries):
        answer = ask(client, at, etag)

    assert (answer.status_code, answer.content) == (304, b"")


def changes(cast: Cast, fence: services.Fence, job: Job) -> dict[str, Callable[[], object]]:
    return {
        "a heartbeat with progress": lambda: services.heartbeat(
            fence=fence, progress={"step": "probe", "done": 2, "total": 4}
        ),
        "the wish to cancel": lambda: services.cancel(actor=cast.bob, job=job),
        "a drained node": lambda: services.drain(actor=cast.bob, node=fence.node),
        "a silent node": lambda: Node.objects.update(last_seen_at=Now() - timedelta(hours=1)),
        "another job": lambda: services.request_job(
            actor=cast.bob, project=cast.project, kind="inventory", parameters={}
        ),
        "new facts": lambda: services.introduce(node=fence.node, facts=FACTS, capabilities=CAN_TORCH),
    }


@pytest.mark.parametrize(
    "what",
    [
        "a heartbeat with progress",
        "the wish to cancel",
        "a drained node",
        "a silent node",
        "another job",
        "new facts",
    ],
)
def test_the_queue_hears_of(cast: Cast, fence: services.Fence, job: Job, what: str) -> None:
    client, at = client_of(cast.vic), address(cast, "jobs")
    etag = ask(client, at)["ETag"]

    changes(cast, fence, job)[what]()

    answer = ask(client, at, etag)
    assert answer.status_code == 200 and answer["ETag"] != etag
    assert "<html" not in answer.content.decode()


def test_a_heartbeat_without_news_changes_no_page(cast: Cast, fence: services.Fence, job: Job) -> None:
    client = client_of(cast.vic)
    pages = [address(cast, "nodes"), address(cast, "jobs"), address(cast, "job", job.pk)]
    before = [ask(client, at)["ETag"] for at in pages]

    services.heartbeat(fence=fence, progress={"step": "probe", "done": 1, "total": 4})

    assert [ask(client, at, etag).status_code for at, etag in zip(pages, before, strict=True)] == [304] * 3


def test_the_page_of_a_job_hears_of_its_end_and_rests(cast: Cast, job: Job, node: Node) -> None:
    lease, fence = leased(node)
    client, at = client_of(cast.vic), address(cast, "job", job.pk)
    etag = ask(client, at)["ETag"]

    services.record_attempt(fence=fence, document=result_of(lease))

    answer = ask(client, at, etag)
    assert answer.status_code == 200
    assert "data-poll=" not in answer.content.decode()


def test_what_one_reader_saw_is_news_to_a_reader_with_other_rights_or_words(cast: Cast, job: Job) -> None:
    at = address(cast, "jobs")
    etag = ask(client_of(cast.vic), at)["ETag"]
    chinese = client_of(cast.vic)
    chinese.cookies["django_language"] = "zh-hans"

    assert ask(client_of(cast.alice), at, etag).status_code == 200
    assert ask(chinese, at, etag).status_code == 200


def test_a_whole_page_is_never_answered_with_nothing(cast: Cast, job: Job) -> None:
    client, at = client_of(cast.vic), address(cast, "jobs")
    etag = client.get(at)["ETag"]

    assert client.get(at, headers={"If-None-Match": etag}).status_code == 200


def test_the_wait_for_a_node_turns_into_the_node(cast: Cast) -> None:
    client = client_of(cast.bob)
    code = services.issue_enrolment_code(actor=cast.bob, project=cast.project)
    at = address(cast, "await-node", EnrolmentCode.objects.get().pk)
    waiting = ask(client, at)
    assert "Waiting for the node" in waiting.content.decode()
    etag = waiting.context["etag"]
    assert ask(client, at, etag).status_code == 304

    node, _token = services.enrol(code=code, name="atlas", facts=FACTS, capabilities=CAN_TORCH)

    there = ask(client, at, etag).content.decode()
    assert "atlas" in there and address(cast, "node", node.pk) in there
    assert "data-poll" not in there


def test_the_wait_for_a_node_ends_with_the_code(cast: Cast) -> None:
    services.issue_enrolment_code(actor=cast.bob, project=cast.project)
    EnrolmentCode.objects.update(expires_at=Now() - timedelta(seconds=1))

    page = ask(client_of(cast.bob), address(cast, "await-node", EnrolmentCode.objects.get().pk))

    assert "The code has expired" in page.content.decode()
