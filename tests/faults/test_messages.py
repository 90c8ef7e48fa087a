"""Messages come twice, too late, forged or from another time: they can only wake somebody, never do more."""

import base64
import json
import os
import pickle
import uuid
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis

from apps.core import queue
from apps.projects.models import Project
from apps.validation.models import Attempt, Job, Node
from benchmarks.light_node import Document, LightNode
from tests.faults import acts
from tests.faults.figures import settle, size
from tests.faults.stage import Stage, until

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]

JOBS = size(full=50, short=12)
COPIES = 5
LONG_S = size(full=25, short=8)
RING = "node.ring"


def test_messages_that_come_five_times_start_no_job_twice(
    stage: Stage, project: Project, tmp_path: Path
) -> None:
    marks = tmp_path / "marks"
    nodes = [stage.run_node(stage.enrol(project, name)) for name in ("first", "second")]
    first = acts.request(project, marks=marks)
    acts.all_end(project)

    for _ in range(JOBS - 1):
        job = acts.request(project, marks=marks)
        for node in Node.objects.filter(project=project):
            for _ in range(COPIES):
                queue.send(RING, str(job.pk), queue=node.queue)
                queue.send(RING, str(job.pk), queue=node.capability_queue)

    acts.all_end(project)
    assert len(nodes) == 2
    assert first.attempts.count() == 1
    assert Attempt.objects.filter(job__project=project).count() == JOBS
    assert acts.runs(marks) == JOBS
    settle(stage, project, "R4 each message comes eleven times", faults=JOBS)


def test_a_job_longer_than_the_visibility_timeout_starts_once(
    stage: Stage, project: Project, tmp_path: Path
) -> None:
    marks = tmp_path / "marks"
    impatient = "from migration_node import doorbell\ndoorbell.TRANSPORT.update(visibility_timeout=2)\n"
    for name in ("first", "second"):
        home = stage.enrol(project, name)
        stage.run_node(home, first=impatient)
    acts.request(project, marks=marks)
    acts.all_end(project)

    job = acts.request(project, seconds=LONG_S, marks=marks)

    acts.all_end(project)
    assert job.attempts.count() == 1
    assert acts.runs(marks) == 2
    settle(stage, project, "R5 a job outlasts the message", faults=1)


class Broker:
    """The broker in the hands of somebody who knows its password."""

    def __init__(self) -> None:
        self.client = redis.Redis.from_url(os.environ["BROKER_URL"])

    def push(self, target: str, body: Any, *, content_type: str = "application/json", **headers: Any) -> None:
        """Put a message into a queue, in the shape of Celery's."""
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        properties = {
            "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": target}, "priority": 0,
            "body_encoding": "base64", "delivery_tag": str(uuid.uuid4()), "correlation_id": str(uuid.uuid4()),
        }  # fmt: skip
        message = {
            "body": base64.b64encode(raw).decode(), "content-encoding": "utf-8", "content-type": content_type,
            "headers": {"lang": "py", "task": RING, "id": str(uuid.uuid4()), **headers},
            "properties": properties,
        }  # fmt: skip
        self.client.lpush(target, json.dumps(message))

    def is_empty(self, target: str) -> bool:
        return not self.client.llen(target)


class Touch:
    """What a pickle would do to a node that reads pickles."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.file,)


def forged(job: Job, file: Path) -> list[tuple[Any, dict[str, Any]]]:
    """Return bodies and headers of messages that no portal of today would send."""
    plain = [[str(job.pk)], {}, {}]
    spec = {"kind": "inventory", "command": f"touch {file}", "signature": "AAAA"}
    return [
        (pickle.dumps(([Touch(file)], {}, {})), {"content_type": "application/x-python-serialize"}),
        ([[{"__reduce__": ["os.system", f"touch {file}"]}], {}, {}], {}),
        ([[spec], {}, {}], {}),
        ([[str(job.pk), spec], {"spec": spec}, {}], {}),
        (plain, {"task": "os.system"}),
        (plain, {"task": "scans.run"}),
        (plain, {"task": "celery.backend_cleanup"}),
        ([[str(uuid.uuid4())], {}, {}], {}),
        ([[1], {}, {}], {}),
        (b"no JSON at all", {}),
    ]


def of_earlier_versions(job: Job) -> list[tuple[Any, dict[str, Any]]]:
    """Return messages that named the attempt, named arguments, or spoke Celery's first protocol."""
    return [
        ([[], {"attempt": str(uuid.uuid4())}, {}], {}),
        ([[str(job.pk), str(uuid.uuid4())], {}, {}], {}),
        ([[str(job.pk)], {}, {}], {"task": "validation.ring"}),
        ({"task": RING, "id": "1", "args": [str(job.pk)], "kwargs": {}}, {}),
    ]


def test_forged_messages_run_nothing_and_deafen_nobody(
    stage: Stage, project: Project, tmp_path: Path
) -> None:
    home = stage.enrol(project, "first")
    agent = stage.run_node(home)
    used = acts.request(project, marks=tmp_path / "marks")
    acts.all_end(project)
    messages = forged(used, tmp_path / "executed")

    bring(Node.objects.get(project=project), messages)

    again = acts.request(project)
    acts.all_end(project)
    assert agent.poll() is None
    assert not (tmp_path / "executed").exists()
    assert acts.runs(tmp_path / "marks") == 1
    assert used.attempts.count() == again.attempts.count() == 1
    settle(stage, project, "S18 forged and replayed messages", faults=2 * len(messages), executed=0)


def bring(node: Node, messages: list[tuple[Any, dict[str, Any]]]) -> None:
    """Put each into both queues of a node, and wait until it has read them all."""
    broker = Broker()
    for body, how in messages:
        broker.push(node.queue, body, **how)
        broker.push(node.capability_queue, body, **how)
    until(lambda: broker.is_empty(node.queue) and broker.is_empty(node.capability_queue), "all are read")


def test_messages_and_calls_of_earlier_versions_are_refused_and_deafen_nobody(
    stage: Stage, project: Project
) -> None:
    old = LightNode(stage.url, stage.token_of(stage.enrol(project, "old")))
    used = acts.request(project)
    lease = old.lease()
    assert lease
    acts.let_last(lease["attempt"], 600)
    answers = [call().status_code for call in calls_of_earlier_versions(old, lease)]
    assert old.result(lease).status_code == 200
    home = stage.enrol(project, "first")
    agent = stage.run_node(home)
    until(lambda: "the doorbell hangs" in stage.log_of(home.name), "the node listens")
    messages = of_earlier_versions(used)

    bring(Node.objects.get(project=project, name="first"), messages)

    following = acts.request(project)
    acts.all_end(project)
    assert agent.poll() is None
    assert used.attempts.count() == following.attempts.count() == 1
    refused = sum(400 <= status < 500 for status in answers)
    assert refused == len(answers), answers
    n, refused = len(answers) + 2 * len(messages), refused + 2 * len(messages)
    settle(stage, project, "R17 nodes and messages of old versions", faults=n, refused=refused, tried=n)


def calls_of_earlier_versions(old: LightNode, lease: Document) -> Iterator[Callable[[], httpx.Response]]:
    """Yield calls of a node whose version knew less, or other words, than the portal's."""
    for path in ("hello", "lease"):
        yield partial(old.http.post, path, json={"device": "npu"})
    yield partial(old.http.post, "poll", json={"capabilities": old.capabilities})
    for verb, body in (
        ("heartbeat", {"progress": "half"}),
        ("log", {"lines": ["no number"]}),
        ("artifacts", {"name": "a", "sha256": "0" * 64}),
        ("result", {"verdict": "succeeded"}),
        ("done", {}),
    ):
        yield partial(old.post, lease, verb, body)
