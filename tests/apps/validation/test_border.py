"""Nothing that the database cannot keep passes the nodes' API: 400, with the field, never 500."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from apps.validation import services
from apps.validation.border import MAX_DEPTH
from apps.validation.models import Evidence, Node
from tests.apps.validation.play import CAN_TORCH, FACTS, result_of
from tests.cast import Cast

NUL, HALF, ENDLESS = '"a\\u0000b"', '"a\\ud800b"', "1e999"
DEEP = "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1)
BAD = [NUL, HALF, ENDLESS, DEEP, f"{{{NUL}: 1}}", f"{{{HALF}: 1}}", f"[[{NUL}]]"]


def send(name: str, body: str, token: str = "", *, attempt: services.Lease | None = None) -> Any:
    """Post a body as it stands; a 500 is an answer here, no exception."""
    headers = {"X-Attempt-Token": attempt.token if attempt else ""}
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    address = reverse(name, args=[attempt.attempt] if attempt else [])
    client = Client(raise_request_exception=False)
    return client.post(address, body, content_type="application/json", headers=headers)


def introduction(enrolment: str = "", /, **changed: str) -> str:
    """Return the body of enrol, hello and lease alike, with some fields as raw JSON."""
    told = {"code": enrolment, "name": "bench", "facts": FACTS, "capabilities": CAN_TORCH}
    return "{" + ", ".join(f'"{k}": {changed.get(k, json.dumps(v))}' for k, v in told.items()) + "}"


@pytest.fixture
def code(cast: Cast) -> str:
    return services.issue_enrolment_code(actor=cast.alice, project=cast.project)


@pytest.fixture
def token(cast: Cast, code: str) -> str:
    """Return the token of a node that enrolled."""
    return str(send("node-enrol", introduction(code)).json()["token"])


@pytest.fixture
def lease(cast: Cast, token: str) -> services.Lease:
    services.request_job(actor=cast.bob, project=cast.project, kind="inventory", parameters={})
    return services.Lease(**send("node-lease", introduction(), token).json())


def assert_refused(answer: Any, field: str) -> None:
    assert answer.status_code == 400, answer.content
    assert answer.json().keys() == {"code", "message"}
    assert answer.json()["message"].startswith(field)


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize(
    ("call", "field"),
    [(call, field) for call in ("enrol", "hello", "lease") for field in ("facts", "capabilities")],
)
def test_what_cannot_be_stored_is_refused_by_its_field(
    cast: Cast, code: str, token: str, call: str, field: str, bad: str
) -> None:
    fresh = services.issue_enrolment_code(actor=cast.alice, project=cast.project)
    before = list(Node.objects.values())

    answer = send(f"node-{call}", introduction(fresh, **{field: f'{{"x": {bad}}}'}), token)

    assert_refused(answer, f"{field}.x")
    assert list(Node.objects.values("id", "facts", "capabilities")) == [
        {key: row[key] for key in ("id", "facts", "capabilities")} for row in before
    ]


@pytest.mark.parametrize("field", ["code", "name"])
@pytest.mark.parametrize("bad", [NUL, HALF])
def test_code_and_name_are_text_that_can_be_stored(code: str, field: str, bad: str) -> None:
    assert_refused(send("node-enrol", introduction(code, **{field: bad})), field)


@pytest.mark.parametrize(
    ("bad", "field"),
    [
        ('{"kinds": 5}', "capabilities.kinds"),
        ('{"kinds": null}', "capabilities.kinds"),
        ('{"kinds": "inventory"}', "capabilities.kinds"),
        ('{"kinds": [["inventory"]]}', "capabilities.kinds"),
        ('{"device_kind": "quantum"}', "capabilities.device_kind"),
        ('{"device_kind": []}', "capabilities.device_kind"),
        ('{"chip": {}}', "capabilities.chip"),
        ('{"torch": "perhaps"}', "capabilities.torch"),
        ('{"extra": {"a": 1}}', "capabilities.extra"),
        ('{"extra": "' + "x" * 300 + '"}', "capabilities.extra"),
        ("5", "capabilities"),
        ("null", "capabilities"),
        ("[]", "capabilities"),
    ],
)
def test_capabilities_have_a_shape(token: str, bad: str, field: str) -> None:
    assert_refused(send("node-lease", introduction(capabilities=bad), token), field)


def test_what_a_newer_node_can_besides_is_kept(token: str) -> None:
    send("node-hello", introduction(capabilities=json.dumps(CAN_TORCH | {"vllm": True})), token)
    assert Node.objects.get().capabilities == CAN_TORCH | {"vllm": True}


@pytest.mark.parametrize(
    ("bad", "field"),
    [
        ('{"chips": 5}', "facts.chips"),
        ('{"machine": "big"}', "facts.machine"),
        ('{"advice": {"en": "Go."}}', "facts.advice.zh"),
        ('{"cann": null}', "facts.cann"),
        ('{"classification": []}', "facts.classification"),
    ],
)
def test_facts_that_a_page_could_not_show_are_refused(token: str, bad: str, field: str) -> None:
    assert_refused(send("node-hello", introduction(facts=bad), token), field)


def test_facts_have_a_size(token: str) -> None:
    answer = send("node-hello", introduction(facts=json.dumps({"x": "y" * 300_000})), token)
    assert_refused(answer, "facts")


@pytest.mark.parametrize(
    "body", ["[" * 100_000, "[" * 100_000 + "]" * 100_000, "{", "[]", "nonsense", "\xff"]
)
def test_a_body_that_is_no_object_is_refused_in_the_same_form(token: str, body: str) -> None:
    assert_refused(send("node-hello", body, token), "")


@pytest.mark.parametrize(("place", "bad"), [(p, b) for p in ("host", "chip") for b in ("a\x00b", "a\ud800b")])
def test_a_result_that_cannot_be_stored_becomes_no_evidence(
    token: str, lease: services.Lease, place: str, bad: str
) -> None:
    document = result_of(lease)
    document["measured_on"][place] = bad
    answer = send("attempt-result", json.dumps({"document": document}), token, attempt=lease)
    assert_refused(answer, f"document.measured_on.{place}")
    assert not Evidence.objects.exists()


def test_a_result_says_when_it_started(token: str, lease: services.Lease) -> None:
    document = result_of(lease) | {"started_at": "zz"}
    answer = send("attempt-result", json.dumps({"document": document}), token, attempt=lease)
    assert answer.status_code == 400
    assert "/started_at" in answer.json()["message"]
    assert not Evidence.objects.exists()


@pytest.mark.parametrize(
    ("call", "body"),
    [
        ("log", '{"sequence": 1, "lines": [%s]}'),
        ("heartbeat", '{"progress": {"step": %s}}'),
        ("release", '{"reason": %s}'),
    ],
)
def test_every_other_write_has_the_same_border(
    token: str, lease: services.Lease, call: str, body: str
) -> None:
    assert_refused(send(f"attempt-{call}", body % NUL, token, attempt=lease), "")
