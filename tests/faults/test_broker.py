"""The broker forgets, dies, stays away or is full: jobs come later, none is lost, and pages still answer."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

import httpx
import psutil
import pytest
import redis

from apps.core import queue
from apps.projects.models import Project
from apps.validation import services
from apps.validation.models import Attempt, Evidence, Job
from benchmarks.light_node import LightNode
from tests.faults import acts
from tests.faults.figures import settle, size
from tests.faults.stage import Stage, until
from tests.servers import RunServers

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]

JOBS = size(full=100, short=30)
AWAY_S = size(full=60, short=10)
SUBMITS = size(full=1000, short=100)
DONE_BY_NODES = size(full=100, short=20)
# A little more than a fresh server needs: the first rings find room, later ones do not.
ROOM = 200_000


@pytest.fixture
def broker(servers: RunServers) -> Iterator[redis.Redis]:
    """Return the broker of this run, which is up and unlimited again afterwards."""
    client = redis.Redis.from_url(servers.valkey.url())
    if not servers.owns_valkey():
        pytest.skip("the broker is not ours to kill")
    yield client
    if not servers.valkey.is_running():
        servers.valkey.start()
    client.config_set("maxmemory", 0)


def kill(servers: RunServers) -> None:
    process = psutil.Process(int((servers.valkey.folder / "pid").read_text()))
    process.kill()
    with suppress(psutil.NoSuchProcess):
        process.wait(60)


@contextmanager
def watched(url: str) -> Iterator[list[int]]:
    """Ask for a page all the time, and keep what it answered."""
    answers: list[int] = []
    over = threading.Event()

    def watch() -> None:
        while not over.wait(0.2):
            answers.append(status_of(f"{url}/sign-in/"))

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield answers
    finally:
        over.set()
        thread.join()


def status_of(page: str) -> int:
    """Return what a page answered, 0 for no answer at all."""
    try:
        return httpx.get(page, timeout=60).status_code
    except httpx.HTTPError:
        return 0


def failed(answers: list[int]) -> int:
    """Return how many pages did not come as they should: none may."""
    bad = [status for status in answers if status != 200]
    assert answers, "no page was asked for"
    assert bad == []
    return len(bad)


def mid_load(stage: Stage, project: Project, marks: Path, **environment: str) -> None:
    """Return when two nodes are in the middle of many jobs; none goes on before all were asked for."""
    for name in ("first", "second"):
        stage.run_node(stage.enrol(project, name), **environment)
    begin = marks.with_name("begin")
    for _ in range(JOBS):
        acts.request(project, seconds=0.2, marks=marks, waits_for=begin)
    begin.touch()
    until(lambda: acts.unfinished(project) < JOBS - 3, "the nodes work")
    assert acts.unfinished(project) > JOBS // 2


def test_a_flushed_broker_loses_no_job(
    stage: Stage, project: Project, broker: redis.Redis, tmp_path: Path
) -> None:
    marks = tmp_path / "marks"
    mid_load(stage, project, marks)

    with watched(stage.url) as answers:
        broker.flushall()
        flushed = datetime.now().astimezone()
        acts.all_end(project)

    assert acts.runs(marks) == JOBS
    resumed = [next_after(project, flushed)]
    settle(stage, project, "R6 the broker is flushed", recoveries=resumed, faults=1, errors=failed(answers))


def next_after(project: Project, moment: datetime) -> float:
    """Return how many seconds after a moment a node began something again."""
    attempts = Attempt.objects.filter(job__project=project, leased_at__gt=moment)
    return (attempts.earliest("leased_at").leased_at - moment).total_seconds()


def test_a_killed_broker_loses_no_job_and_its_return_is_heard(
    stage: Stage, project: Project, broker: redis.Redis, servers: RunServers, tmp_path: Path
) -> None:
    marks = tmp_path / "marks"
    mid_load(stage, project, marks)

    with watched(stage.url) as answers:
        kill(servers)
        servers.valkey.start()
        acts.all_end(project)

    back = datetime.now().astimezone()
    job = acts.request(project)
    acts.all_end(project)
    assert acts.runs(marks) == JOBS
    heard = (job.attempts.get().leased_at - back).total_seconds()
    settle(stage, project, "R6 the broker is killed", recoveries=[heard], faults=1, errors=failed(answers))


def test_without_a_broker_nodes_ask_by_themselves_and_pages_answer(
    stage: Stage, project: Project, broker: redis.Redis, servers: RunServers, tmp_path: Path
) -> None:
    marks = tmp_path / "marks"
    mid_load(stage, project, marks, NODE_POLL_S="2")
    with watched(stage.url) as answers:
        kill(servers)
        gone, gone_at = time.monotonic(), datetime.now().astimezone()
        late = acts.request(project, marks=marks)
        until(lambda: acts.unfinished(project) == 0, "all jobs end while the broker is away")
        until(lambda: time.monotonic() - gone > AWAY_S, "it was away for long")
        servers.valkey.start()
    assert late.attempts.get().state == "succeeded"
    assert acts.runs(marks) == JOBS + 1
    resumed = [next_after(project, gone_at)]
    more = {"seconds": AWAY_S, "errors": failed(answers)}
    settle(stage, project, "R6 the broker is away", recoveries=resumed, faults=1, **more)


def test_a_full_broker_takes_no_message_and_every_request_is_still_kept(
    stage: Stage, project: Project, broker: redis.Redis
) -> None:
    nodes = [LightNode(stage.url, stage.token_of(stage.enrol(project, f"light-{n}"))) for n in range(2)]
    for node in nodes:
        node.hello()
    broker.config_set("maxmemory", broker.info("memory")["used_memory"] + ROOM)

    jobs = [acts.request(project) for _ in range(SUBMITS)]

    with pytest.raises(redis.exceptions.OutOfMemoryError):
        broker.lpush("npu.full", "x" * ROOM)
    assert not queue.send("node.ring", "x" * ROOM, queue="node.nobody")
    asker = project.memberships.get().user
    for job in jobs[DONE_BY_NODES:]:
        services.cancel(actor=asker, job=job)
    for node in nodes:
        while node.work_once():
            pass
    done = Evidence.objects.filter(job__project=project).count()
    assert (done, Job.objects.filter(project=project).count()) == (DONE_BY_NODES, SUBMITS)
    settle(stage, project, "R7 the broker is full", faults=1)
