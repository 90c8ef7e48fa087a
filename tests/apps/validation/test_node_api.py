"""What a node may call, with which proof, and what everybody else gets."""

import json
import re
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from apps.core.models import AuditEntry
from apps.validation import services
from apps.validation.models import Evidence, Job, JobState, Node
from apps.validation.parsers import BODY_MAX_BYTES
from apps.validation.services.broker_acl import address_of
from migration_engine.protocol import canonical_bytes, digest
from tests.apps.validation.play import CAN_TORCH, FACTS, enrolled, result_of
from tests.cast import Cast, client_of

INTRODUCTION = {"facts": FACTS, "capabilities": CAN_TORCH}


class NodeClient:
    """A node's HTTP client, with the two tokens where it has them."""

    def __init__(self, token: str = "") -> None:
        self.http, self.token, self.attempt_token = Client(), token, ""

    def post(self, name: str, body: object, *args: object):
        headers = {"X-Attempt-Token": self.attempt_token}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        return self.http.post(
            reverse(name, args=args), json.dumps(body), content_type="application/json", headers=headers
        )


@pytest.fixture
def node(cast: Cast) -> NodeClient:
    """Return a node that enrolled through the API."""
    code = services.issue_enrolment_code(actor=cast.alice, project=cast.project)
    answer = NodeClient().post("node-enrol", {"code": code, "name": "bench", **INTRODUCTION})
    assert answer.status_code == 201
    return NodeClient(answer.json()["token"])


@pytest.fixture
def job(cast: Cast) -> Job:
    """Return a queued inventory."""
    return services.request_job(actor=cast.bob, project=cast.project, kind="inventory", parameters={})


def lease(node: NodeClient) -> services.Lease:
    answer = node.post("node-lease", {"capabilities": CAN_TORCH})
    assert answer.status_code == 200
    found = services.Lease(**answer.json())
    node.attempt_token = found.token
    return found


def test_a_code_enrols_one_node_once(cast: Cast) -> None:
    code = services.issue_enrolment_code(actor=cast.alice, project=cast.project)
    body = {"code": code, "name": "bench", **INTRODUCTION}
    first, second = NodeClient().post("node-enrol", body), NodeClient().post("node-enrol", body)
    assert first.json()["public_key"] == services.public_key()
    assert len(first.json()["public_key"]) == 44
    assert (second.status_code, second.json()["code"]) == (403, "code_refused")
    assert Node.objects.count() == 1
    assert first.json()["token"] not in str(Node.objects.values())


def test_a_node_is_answered_in_its_language_and_gets_nothing_that_is_for_browsers(db) -> None:
    answer = Client().post(
        reverse("node-enrol"),
        json.dumps({"code": "used", "name": "bench", **INTRODUCTION}),
        content_type="application/json",
        headers={"Accept-Language": "zh-Hans", "Accept": "text/html"},
    )
    assert (answer.status_code, answer["Content-Type"]) == (403, "application/json")
    assert answer.json()["message"].startswith("该注册码")
    assert (answer["Content-Language"], answer["X-Content-Type-Options"]) == ("zh-hans", "nosniff")
    assert answer["Content-Length"] == str(len(answer.content))
    assert not answer.cookies
    assert "Content-Security-Policy" not in answer


def test_an_address_that_is_not_ours_is_refused_to_nodes_too(db) -> None:
    answer = Client().post(reverse("node-hello"), headers={"Host": "elsewhere.example"})
    assert answer.status_code == 400


def test_a_code_is_easy_to_type_and_never_taken_for_an_option(cast: Cast) -> None:
    code = services.issue_enrolment_code(actor=cast.alice, project=cast.project)
    assert re.fullmatch(r"([a-z2-9]{6}-){3}[a-z2-9]{6}", code)


def test_a_second_node_of_the_same_name_gets_a_number(cast: Cast) -> None:
    assert [enrolled(cast.project, "bench").name for _ in range(3)] == ["bench", "bench-2", "bench-3"]


def test_a_node_does_a_job_from_lease_to_evidence(node: NodeClient, job: Job) -> None:
    found = lease(node)
    beat = node.post("attempt-heartbeat", {"progress": {}}, found.attempt)
    assert (beat.status_code, beat.json()) == (200, {"cancel": False})
    assert node.post("attempt-log", {"sequence": 1, "lines": ["a", ""]}, found.attempt).status_code == 204
    document = result_of(found)
    for _ in range(2):
        answer = node.post("attempt-result", {"document": document}, found.attempt)
        assert answer.json() == {"sha256": digest(canonical_bytes(document))}
    assert Evidence.objects.get().job == job
    assert node.post("node-lease", {"capabilities": CAN_TORCH}).status_code == 204


def test_a_write_under_a_dead_attempt_is_a_conflict(node: NodeClient, job: Job) -> None:
    found = lease(node)
    node.post("attempt-result", {"document": result_of(found)}, found.attempt)
    answer = node.post("attempt-heartbeat", {"progress": {}}, found.attempt)
    assert (answer.status_code, answer.json()["code"]) == (409, "attempt_over")


@pytest.mark.parametrize("name", ["node-hello", "node-lease"])
@pytest.mark.parametrize("token", ["", "guess"])
def test_without_a_good_token_a_node_is_nobody(db, name: str, token: str) -> None:
    answer = NodeClient(token).post(name, INTRODUCTION)
    assert answer.status_code == 401


@pytest.mark.parametrize("verb", ["heartbeat", "log", "result", "release"])
def test_a_signed_in_architect_is_no_node(cast: Cast, verb: str) -> None:
    client = client_of(cast.alice)
    answer = client.post(reverse(f"attempt-{verb}", args=[uuid4()]), "{}", content_type="application/json")
    assert answer.status_code == 401


def test_a_node_token_opens_no_page_and_no_other_api(cast: Cast, node: NodeClient) -> None:
    headers = {"Authorization": f"Bearer {node.token}"}
    page = Client().get(reverse("validation:jobs", args=[cast.project.slug]), headers=headers)
    assert page.status_code == 302
    assert page["Location"].startswith("/sign-in")


def test_a_retired_node_may_do_nothing_more(cast: Cast, node: NodeClient) -> None:
    services.retire(actor=cast.alice, node=Node.objects.select_related("project").get())
    assert node.post("node-lease", {"capabilities": CAN_TORCH}).status_code == 401


def test_a_late_write_of_its_own_node_is_no_news(node: NodeClient, job: Job) -> None:
    found = lease(node)
    node.post("attempt-result", {"document": result_of(found)}, found.attempt)
    assert node.post("attempt-heartbeat", {"progress": {}}, found.attempt).status_code == 409
    assert not AuditEntry.objects.filter(verb="was refused a foreign write").exists()


def test_another_nodes_attempt_is_out_of_reach(cast: Cast, node: NodeClient, job: Job) -> None:
    found = lease(node)
    code = services.issue_enrolment_code(actor=cast.alice, project=cast.project)
    body = {"code": code, "name": "thief", **INTRODUCTION}
    thief = NodeClient(NodeClient().post("node-enrol", body).json()["token"])
    thief.attempt_token = found.token
    answers = [thief.post("attempt-result", {"document": result_of(found)}, found.attempt) for _ in range(3)]
    assert {answer.status_code for answer in answers} == {409}
    (noted,) = AuditEntry.objects.filter(verb="was refused a foreign write")
    assert (noted.actor, noted.target) == ("node thief", str(found.attempt))
    job.refresh_from_db()
    assert job.state == JobState.LEASED


@pytest.mark.parametrize(
    "body",
    [
        {"sequence": 0, "lines": []},
        {"sequence": 1, "lines": ["x" * 2001]},
        {"sequence": 1, "lines": ["x"] * 201},
        {"lines": ["x"]},
        [],
    ],
)
def test_a_batch_of_lines_out_of_bounds_is_refused(node: NodeClient, job: Job, body: object) -> None:
    found = lease(node)
    assert node.post("attempt-log", body, found.attempt).status_code == 400


def test_a_body_without_end_is_refused(node: NodeClient) -> None:
    answer = node.post("node-hello", {**INTRODUCTION, "facts": {"x": "y" * BODY_MAX_BYTES}})
    assert answer.status_code == 413
    assert answer.json()["code"] == "body_too_large"


def test_a_body_below_the_bound_is_read_to_its_end(node: NodeClient) -> None:
    answer = node.post("node-hello", {"x": "y" * 3_000_000})
    assert answer.status_code == 400
    assert "facts" in answer.content.decode()


def test_a_node_on_this_machine_learns_where_its_doorbell_hangs(
    cast: Cast, node: NodeClient, settings
) -> None:
    doorbell = node.post("node-hello", INTRODUCTION).json()["doorbell"]
    stored = Node.objects.get()
    assert doorbell["url"] == address_of(stored, settings.CELERY_BROKER_URL)
    assert urlsplit(settings.CELERY_BROKER_URL).password not in doorbell["url"]
    assert doorbell["queues"] == [f"node.{stored.pk}", f"cap.{cast.project.slug}.cpu"]


def test_a_node_elsewhere_is_not_told_our_own_brokers_password(node: NodeClient, settings) -> None:
    node.http = Client(REMOTE_ADDR="192.0.2.7")
    assert node.post("node-hello", INTRODUCTION).json()["doorbell"]["url"] == ""
    settings.NODE_BROKER_URL = "rediss://broker.example:6380/0"
    told = node.post("node-hello", INTRODUCTION).json()["doorbell"]["url"]
    assert told == address_of(Node.objects.get(), settings.NODE_BROKER_URL)
    assert told.endswith("@broker.example:6380/0")


def test_behind_a_proxy_no_node_counts_as_one_on_this_machine(node: NodeClient, settings) -> None:
    settings.PRODUCTION = True
    assert node.post("node-hello", INTRODUCTION).json()["doorbell"]["url"] == ""


def test_the_signing_key_follows_its_secret(settings) -> None:
    before = services.public_key()
    settings.JOB_SIGNING_SECRET = "another"
    assert services.public_key() != before
