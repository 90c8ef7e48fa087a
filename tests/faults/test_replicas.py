"""Two portals, four reconcilers and four schedulers on one database do what one of each would do."""

import threading
from collections.abc import Callable, Iterable

import pytest
from django.db.models.functions import Now

from apps.core.models import AuditEntry
from apps.projects.models import Project
from apps.validation import services
from apps.validation.models import Attempt, AttemptState, JobLog, Node
from benchmarks.light_node import LightNode
from tests.faults import acts
from tests.faults.figures import settle, size
from tests.faults.stage import BIN, Stage, until

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]

RACES = size(full=20, short=8)
ABANDONED = size(full=200, short=24)
SCHEDULERS = size(full=4, short=2)


@pytest.fixture(scope="module")
def replica(portal: Stage) -> str:
    """Return the address of a second portal on the same database, with all that goes with one."""
    for number in range(3):
        portal.run_reconciler(f"reconciler-{number}")
    for number in range(SCHEDULERS):
        schedule = portal.folder / f"beat-{number}"
        command = ("-A", "migration_portal.celery", "beat", "--schedule", schedule, "--pidfile", "")
        portal.start(f"beat-{number}", BIN / "celery", *command)
    return portal.run_web("replica")


def at_once(calls: Iterable[Callable[[], object]]) -> list[object]:
    """Call all of them in threads of their own that begin together; return what they returned."""
    calls = list(calls)
    start, returned = threading.Barrier(len(calls)), [None] * len(calls)

    def call(number: int) -> None:
        start.wait()
        returned[number] = calls[number]()  # type: ignore[call-overload]

    threads = [threading.Thread(target=call, args=(number,)) for number in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return list(returned)


def test_of_nodes_that_ask_two_portals_at_once_one_gets_the_job(
    stage: Stage, replica: str, project: Project
) -> None:
    tokens = [stage.token_of(stage.enrol(project, name)) for name in ("first", "second", "third", "fourth")]
    nodes = [LightNode(url, token) for url, token in zip([stage.url, replica] * 2, tokens, strict=True)]
    for _ in range(RACES):
        acts.request(project)
        leases = at_once(node.lease for node in nodes)
        ((node, lease),) = [(node, lease) for node, lease in zip(nodes, leases, strict=True) if lease]
        acts.let_last(lease["attempt"], 600)
        assert node.result(lease).status_code == 200
    assert Attempt.objects.filter(job__project=project).count() == RACES
    settle(stage, project, "Two portals are asked at once", faults=RACES)


def test_an_attempt_goes_on_at_the_other_portal(stage: Stage, replica: str, project: Project) -> None:
    token = stage.token_of(stage.enrol(project, "traveller"))
    here, there = LightNode(stage.url, token), LightNode(replica, token)
    acts.request(project)
    lease = here.lease()
    assert lease is not None
    acts.let_last(lease["attempt"], 600)

    said = [
        node.post(lease, "log", {"sequence": number, "lines": [f"line {number}"]}).status_code
        for number, node in ((1, here), (2, there), (2, here), (3, here), (4, there))
    ]
    assert (there.beat(lease).status_code, here.beat(lease).status_code) == (200, 200)
    acts.let_last(lease["attempt"], 600)
    assert {there.result(lease).status_code, here.result(lease).status_code} == {200}

    assert said == [204] * 5
    kept = [line for batch in JobLog.objects.filter(attempt=lease["attempt"]) for line in batch.lines]
    assert kept == ["line 1", "line 2", "line 3", "line 4"]
    assert there.beat(lease).json()["code"] == "attempt_over"
    settle(stage, project, "An attempt moves to another portal", faults=1)


def abandon(project: Project) -> None:
    """Give each of many jobs to a node that is never heard of again; all leases run out at one moment."""
    key = {"project": project, "capabilities": LightNode("http://127.0.0.1", "").capabilities}
    nodes = [Node(name=f"gone-{n}", token_hash=f"{project.pk}-{n}", **key) for n in range(ABANDONED)]
    Node.objects.bulk_create(nodes)
    for _ in range(ABANDONED):
        acts.request(project)
    for node in nodes:
        assert services.lease(node=node, capabilities=node.capabilities)
    Attempt.objects.filter(job__project=project).update(lease_expires_at=Now())


def test_four_reconcilers_give_each_abandoned_job_back_once(
    stage: Stage, replica: str, project: Project
) -> None:
    abandon(project)
    attempts = Attempt.objects.filter(job__project=project)
    until(lambda: attempts.filter(state=AttemptState.EXPIRED).count() == ABANDONED, "all leases run out")

    homes = [stage.enrol(project, name) for name in ("first", "second")]
    nodes = [
        LightNode(url, stage.token_of(home)) for url, home in zip([stage.url, replica], homes, strict=True)
    ]
    at_once((lambda node=node: work_all(node)) for node in nodes)

    given_back = AuditEntry.objects.filter(project_slug=project.slug, verb="attempt expired")
    assert given_back.count() == ABANDONED
    assert attempts.count() == 2 * ABANDONED
    settle(stage, project, "R16 four reconcilers, four schedulers", faults=ABANDONED)


def work_all(node: LightNode) -> None:
    while node.work_once():
        pass
