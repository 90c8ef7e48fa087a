"""A portal of its own with a PostgreSQL of its own, and stopwatches for what it does and for its pages."""

from __future__ import annotations

import gc
import gzip
import os
import statistics
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.test import Client

    from apps.projects.models import Project
    from apps.scans.models import Scan

_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Page:
    """How one address answered: milliseconds, queries, bytes.

    Processor time is that of this process for each request, and of the database on average, which is counted
    in hundredths of a second. `garbage` is what of it went into looking for garbage, on average.
    """

    name: str
    cpu: float
    cpu_p95: float
    wall: float
    wall_p95: float
    garbage: float
    queries: int
    size: int
    zipped: int


@contextmanager
def portal() -> Iterator[None]:
    """Set Django up on servers that live in a folder of their own and go with it."""
    with tempfile.TemporaryDirectory(prefix="npu-benchmark-") as folder:
        os.environ["VAR_DIR"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "migration_portal.settings"
        for name in ("DATABASE_URL", "BROKER_URL"):
            os.environ.pop(name, None)
        warnings.filterwarnings("ignore", message="No directory at")
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        yield


def new_project() -> tuple[User, Project]:
    """Return somebody and their empty project."""
    from django.contrib.auth.models import User

    from apps.projects.services import create_project

    user = User.objects.create_user("benchmark")
    return user, create_project(user=user, name="Measured")


def imported(user: User, project: Project, content: bytes) -> Scan:
    """Take a scan document in by the ordinary services, telling what each step costs."""
    from apps.scans.services import receive_document, run_scan

    with step("receive the document"):
        scan = receive_document(actor=user, project=project, name="scan.json", content=content)
    with step("import it"):
        run_scan(scan_id=scan.pk)
    scan.refresh_from_db()
    assert scan.state == "succeeded", scan.error_message
    return scan


def reader(user: User) -> Client:
    """Return a browser in which that person is signed in."""
    from django.test import Client

    client = Client()
    client.force_login(user)
    return client


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


@contextmanager
def step(what: str) -> Iterator[None]:
    """Tell the processor time of what happens inside: of this process, and of its session of the database."""
    before = time.process_time(), database_s(), time.perf_counter()
    yield
    after = time.process_time(), database_s(), time.perf_counter()
    own, database, wall = (later - sooner for sooner, later in zip(before, after, strict=True))
    say(f"{what:44}{own:7.2f} CPU-s here{database:7.2f} in the database{wall:8.1f} s wall")


def database_s() -> float:
    """Return the processor seconds that our session of the database has taken, to a hundredth."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        process = cursor.fetchone()[0]
    after_name = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / _TICKS


def timed(client: Client, name: str, address: str, runs: int) -> Page:
    """Ask for the address RUNS times; the first two answers fill caches and are not counted."""
    from django.db import connection

    asked: list[str] = []

    def noted(execute: Any, sql: str, *rest: Any) -> Any:
        asked.append(sql)
        return execute(sql, *rest)

    client.get(address)
    with connection.execute_wrapper(noted):
        content = client.get(address).content
    with looking_for_garbage() as looks:
        before = database_s()
        times = [_asked(client, address) for _ in range(runs)]
        more = 1000 * (database_s() - before) / runs
    walls, cpus = ([one[place] for one in times] for place in (0, 1))
    return Page(
        name=name,
        cpu=statistics.median(cpus) + more,
        cpu_p95=p95(cpus) + more,
        wall=statistics.median(walls),
        wall_p95=p95(walls),
        garbage=sum(looks) / runs,
        queries=len(asked),
        size=len(content),
        zipped=len(gzip.compress(content, 6)),
    )


def _asked(client: Client, address: str) -> tuple[float, float]:
    """Milliseconds by the clock and of this process."""
    wall, cpu = time.perf_counter(), time.process_time()
    assert client.get(address).status_code == 200, address
    return 1000 * (time.perf_counter() - wall), 1000 * (time.process_time() - cpu)


@contextmanager
def looking_for_garbage() -> Iterator[list[float]]:
    """Gather the processor milliseconds of each look for garbage that happens inside."""
    looks: list[float] = []
    begun = [0.0]

    def note(phase: str, _about: dict[str, int]) -> None:
        if phase == "start":
            begun[0] = time.process_time()
        else:
            looks.append(1000 * (time.process_time() - begun[0]))

    gc.callbacks.append(note)
    try:
        yield looks
    finally:
        gc.callbacks.remove(note)


def table(pages: list[Page]) -> str:
    """Return the pages as rows of a Markdown table."""
    head = "| page | CPU ms | CPU p95 | wall ms | wall p95 | garbage | SQL | kB | kB gzip |"
    rows = (
        f"| {one.name} | {one.cpu:.0f} | {one.cpu_p95:.0f} | {one.wall:.0f} | {one.wall_p95:.0f} "
        f"| {one.garbage:.1f} | {one.queries} | {one.size / 1000:.0f} | {one.zipped / 1000:.0f} |"
        for one in pages
    )
    return "\n".join([head, f"|---{8 * '|---:'}|", *rows])


def p95(values: list[float]) -> float:
    """Return what at most one in twenty exceeds."""
    return sorted(values)[max(0, -(-len(values) * 95 // 100) - 1)]
