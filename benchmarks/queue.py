"""Puts short jobs through real web processes and measures what a job, a heartbeat and waiting cost.

`python -m benchmarks.queue`: gunicorn with two workers, the reconciler, PostgreSQL and Valkey are processes
of their own. Nodes are simulated: they ask, beat, answer over HTTP and hear their doorbell, but do no work.
CPU is that of the portal's processes, so what else runs on the machine does not count.
"""

from __future__ import annotations

import argparse
import logging
import os
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from benchmarks.portal import portal, say
from benchmarks.queue_processes import Processes, postgres_cpu_s, running

if TYPE_CHECKING:
    from apps.projects.models import Project
    from benchmarks.light_node import LightNode

HEARTBEAT_S = 10
GOALS = {"overhead p95": 2.0, "portal CPU a job": 30.0, "200 nodes": 20.0}


def main() -> None:
    """Measure and print a table with goals and inputs."""
    options = _options()
    logging.getLogger("httpx").setLevel(logging.WARNING)
    with portal():
        from django.contrib.auth.models import User

        from apps.projects.services import create_project

        project = create_project(user=User.objects.create_user("alice"), name="Queue")
        with running() as processes:
            say(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before the start")
            _jobs(project, processes, options)
            _heartbeats(project, processes, options)
            _idle(processes)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=8)
    parser.add_argument("--rate", type=float, default=10, help="jobs asked for a second")
    parser.add_argument("--work", type=float, default=0.1, help="seconds that a job lasts")
    parser.add_argument("--beating", type=int, default=200, help="nodes that hold a job and beat")
    parser.add_argument("--beats", type=int, default=10, help="heartbeats of each")
    return parser.parse_args()


def _jobs(project: Project, processes: Processes, options: argparse.Namespace) -> None:
    """Ask for jobs at a steady rate while the nodes do them."""
    from apps.validation.models import Attempt, Job

    over = threading.Event()
    nodes = [_enrolled(project, processes.url, f"node-{number}") for number in range(options.nodes)]
    threads = [threading.Thread(target=_serve, args=(*node, options.work, over)) for node in nodes]
    for thread in threads:
        thread.start()
    web, database, asking = processes.cpu_s(), postgres_cpu_s(), _ask(project, options)
    while Job.objects.filter(project=project, finished_at=None).exists():
        time.sleep(0.5)
    web, database = processes.cpu_s() - web, postgres_cpu_s() - database
    over.set()
    for thread in threads:
        thread.join()
    rows = Attempt.objects.filter(job__project=project).values_list("leased_at", "job__created_at")
    waits = sorted((leased - asked).total_seconds() for leased, asked in rows)
    assert len(waits) == options.jobs
    each = 1000 / options.jobs
    say(
        f"\n{options.jobs} jobs of {options.work} s over {options.nodes} nodes, "
        f"{options.rate:.0f} asked for a second"
    )
    _tell("from queued to started, median s", waits[len(waits) // 2])
    _tell("from queued to started, p95 s", waits[int(len(waits) * 0.95)], GOALS["overhead p95"])
    _tell("portal CPU a job ms", (web + asking) * each, GOALS["portal CPU a job"])
    _tell("  of that asking for it ms", asking * each)
    _tell("PostgreSQL CPU a job ms", database * each)


def _ask(project: Project, options: argparse.Namespace) -> float:
    """Ask for all jobs at the given rate; return the CPU seconds that the asking itself took."""
    from apps.validation import services

    actor = project.memberships.get().user
    began, used = time.monotonic(), 0.0
    for number in range(options.jobs):
        time.sleep(max(0.0, began + number / options.rate - time.monotonic()))
        cpu = time.thread_time()
        services.request_job(actor=actor, project=project, kind="inventory", parameters={})
        used += time.thread_time() - cpu
    return used


def _enrolled(project: Project, url: str, name: str) -> tuple[LightNode, dict[str, Any]]:
    """Return a node that is known to the portal, and where its doorbell hangs."""
    from apps.validation import services
    from benchmarks.light_node import LightNode

    code = services.issue_enrolment_code(actor="benchmark", project=project)
    _, token = services.enrol(code=code, name=name, facts={}, capabilities={})
    node = LightNode(url, token)
    return node, node.hello().json()["doorbell"]


def _serve(node: LightNode, doorbell: dict[str, Any], work: float, over: threading.Event) -> None:
    """Do jobs until told to stop; sleep at the doorbell when there is none."""
    import redis

    assert urlsplit(doorbell["url"]).scheme == "redis"
    bell = redis.Redis.from_url(doorbell["url"], socket_timeout=60)
    while not over.is_set():
        lease = node.lease()
        if lease is None:
            bell.brpop(doorbell["queues"], timeout=5)
            continue
        node.beat(lease).raise_for_status()
        time.sleep(work)
        node.result(lease).raise_for_status()


def _heartbeats(project: Project, processes: Processes, options: argparse.Namespace) -> None:
    """Let many nodes beat that each hold a job."""
    from apps.validation import services

    actor = project.memberships.get().user
    held = []
    for number in range(options.beating):
        node, _ = _enrolled(project, processes.url, f"busy-{number}")
        services.request_job(actor=actor, project=project, kind="inventory", parameters={})
        lease = node.lease()
        assert lease
        held.append((node, lease))
    web, database = processes.cpu_s(), postgres_cpu_s()
    for _ in range(options.beats):
        _each(held, lambda pair: pair[0].beat(pair[1], step="work", done=1, total=2).raise_for_status())
    count = options.beats * options.beating
    web, database = processes.cpu_s() - web, postgres_cpu_s() - database
    a_second = options.beating / HEARTBEAT_S
    say(f"\n{options.beating} nodes that hold a job, a heartbeat each {HEARTBEAT_S} s ({count} measured)")
    _tell("portal CPU a heartbeat ms", 1000 * web / count)
    _tell("PostgreSQL CPU a heartbeat ms", 1000 * database / count)
    _tell("portal's share of one core %", 100 * web / count * a_second, GOALS["200 nodes"])


def _each(items: Sequence[Any], call: Callable[[Any], object], threads: int = 4) -> None:
    """Call for each item, a few at once."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(call, items))


def _idle(processes: Processes, seconds: float = 20) -> None:
    cpu = processes.cpu_s()
    time.sleep(seconds)
    say("\nNobody asks for anything")
    _tell("portal's share of one core %", 100 * (processes.cpu_s() - cpu) / seconds)


def _tell(what: str, value: float, goal: float | None = None) -> None:
    against = f"   goal ≤ {goal:g}, ratio {value / goal:.2f}" if goal else ""
    say(f"  {what:36}{value:9.2f}{against}")


if __name__ == "__main__":
    main()
