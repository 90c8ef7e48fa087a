"""PostgreSQL is torn down in mid-load again and again: what it had taken stays, the rest comes again."""

import os
import signal
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from django.db import connection

from apps.projects.models import Project
from apps.validation.models import Evidence
from benchmarks.light_node import Document, LightNode, result_of
from migration_engine.protocol import canonical_bytes, digest
from tests.faults import acts
from tests.faults.figures import settle, size
from tests.faults.stage import Stage, until
from tests.servers import RunServers

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]

STOPS = size(full=5, short=2)
NODES = 4
CHATTY, BEATS_S = 2, 25


@pytest.fixture
def durable(servers: RunServers, portal: Stage) -> None:
    """Let a commit be on disk before it is answered, as in production; the tests' server is in a hurry."""
    if not servers.owns_postgres():
        pytest.skip("the database is not ours to kill")
    name = connection.settings_dict["NAME"]
    with connection.cursor() as cursor:
        cursor.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = on')
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    connection.close()


def moments_of_answers(node: LightNode) -> list[float]:
    """Return a list that takes in when each post of NODE was answered."""
    moments: list[float] = []
    node.http.event_hooks = {"response": [lambda _: moments.append(time.monotonic())]}
    return moments


class Patient(threading.Thread):
    """A node that repeats each call until it is answered, as the agent does, and remembers what was taken."""

    def __init__(self, node: LightNode) -> None:
        super().__init__()
        self.node, self.over, self.answered = node, False, moments_of_answers(node)
        self.taken: dict[str, str] = {}
        self.done_at: list[float] = []

    def run(self) -> None:
        while not self.over:
            with suppress(httpx.HTTPError):
                if (lease := self.node.lease()) is None:
                    time.sleep(0.2)
                    continue
                self._finish(lease, result_of(lease))

    def _finish(self, lease, document) -> None:  # type: ignore[no-untyped-def]
        while True:
            with suppress(httpx.HTTPError):
                answer = self.node.result(lease, document)
                if answer.status_code == 409:
                    return
                if answer.status_code == 200:
                    assert answer.json()["sha256"] == digest(canonical_bytes(document))
                    self.taken[document["job"]] = answer.json()["sha256"]
                    self.done_at.append(time.monotonic())
                    return
            time.sleep(0.05)


class Chatty(threading.Thread):
    """A node that beats many times a second as long as it is answered."""

    def __init__(self, node: LightNode) -> None:
        super().__init__()
        self.node, self.over, self.answered = node, False, moments_of_answers(node)

    def run(self) -> None:
        lease: Document | None = None
        while not self.over:
            began = time.monotonic()
            with suppress(httpx.HTTPError):
                lease = self._beat(lease) if lease else self.node.lease()
            time.sleep(max(0.0, began + 1 / BEATS_S - time.monotonic()))
        while lease:
            with suppress(httpx.HTTPError):
                lease = None if self.node.result(lease).status_code in {200, 409} else lease

    def _beat(self, lease: Document) -> Document | None:
        return None if self.node.beat(lease).status_code == 409 else lease


def tear_down(servers: RunServers) -> None:
    """End PostgreSQL as `pg_ctl stop -m immediate` does, then start it again."""
    pid_file = Path(servers.postgres.data / "postmaster.pid")
    os.kill(int(pid_file.read_text().split()[0]), signal.SIGQUIT)
    until(lambda: not pid_file.exists() and not servers.postgres.is_running(), "PostgreSQL is gone")
    servers.postgres.start()
    connection.close()


def answered_under_load(project: Project, nodes: list[Patient], after: float) -> list[float]:
    """Ask for more jobs; return when results were answered later than AFTER."""
    for _ in range(4):
        acts.request(project)
    return [at for node in nodes for at in node.done_at if at > after]


def posts(nodes: Iterable[Patient | Chatty], since: float, until: float) -> int:
    """Return how many posts were answered in between."""
    return sum(since < at < until for node in nodes for at in node.answered)


def named(project: Project, stage: Stage, name: str) -> LightNode:
    """Return a new node of the project."""
    return LightNode(stage.url, stage.token_of(stage.enrol(project, name)))


def test_no_result_that_was_answered_is_lost_when_postgresql_dies(
    stage: Stage, durable: None, servers: RunServers, project: Project
) -> None:
    nodes = [Patient(named(project, stage, f"node-{number}")) for number in range(NODES)]
    chatty = [Chatty(named(project, stage, f"chatty-{number}")) for number in range(CHATTY)]
    for node in (*nodes, *chatty):
        node.start()
    recoveries, posts_s = [], []
    for _ in range(STOPS):
        now = time.monotonic()
        until(lambda now=now: len(answered_under_load(project, nodes, now)) > 3, "results come in")
        stopped = time.monotonic()
        posts_s.append(posts([*nodes, *chatty], now, stopped) / (stopped - now))
        tear_down(servers)
        # A result that was answered just before the end may be noted a moment after it.
        until(lambda at=stopped: answered_under_load(project, nodes, at + 0.5), "results come in again")
        recoveries.append(min(answered_under_load(project, nodes, stopped + 0.5)) - stopped)
    for node in chatty:
        node.over = True
        node.join()
    acts.all_end(project)
    for node in nodes:
        node.over = True
        node.join()

    taken = {job: sha256 for node in nodes for job, sha256 in node.taken.items()}
    stored = {
        str(job): sha
        for job, sha in Evidence.objects.filter(job__project=project).values_list("job", "sha256")
    }
    assert taken.items() <= stored.items()
    assert sum(len(node.taken) for node in nodes) == len(taken)
    load = {"posts_s": round(min(posts_s))}
    settle(stage, project, "R8 PostgreSQL is stopped at once", recoveries=recoveries, faults=STOPS, **load)
