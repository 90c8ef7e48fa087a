"""A portal of its own with one large scan in PostgreSQL, and a stopwatch for its pages."""

from __future__ import annotations

import gzip
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks.large_scan import Size, large_report

if TYPE_CHECKING:
    from django.test import Client

    from apps.scans.models import Scan


@dataclass(frozen=True, slots=True)
class Page:
    """How one address answered: milliseconds of the 95th of a hundred requests, queries, bytes."""

    name: str
    wall_ms: float
    cpu_ms: float
    queries: int
    size: int
    zipped: int


@contextmanager
def portal() -> Iterator[None]:
    """Set Django up on servers that live in a folder of their own and go with it."""
    with tempfile.TemporaryDirectory(prefix="benchmark-") as folder:
        os.environ["VAR_DIR"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "migration_portal.settings"
        for name in ("DATABASE_URL", "BROKER_URL"):
            os.environ.pop(name, None)
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        yield


def stored_scan(size: Size) -> Scan:
    """Return a scan of that size, taken in as a document by the ordinary services, without its map."""
    from django.contrib.auth.models import User

    from apps.projects.services import create_project
    from apps.scans.services import receive_document, run_scan
    from migration_engine.export.document import to_document

    alice = User.objects.create_user("alice")
    project = create_project(user=alice, name="Large")
    content = json.dumps(to_document(large_report(size))).encode()
    scan = receive_document(actor=alice, project=project, name="scan.json", content=content)
    run_scan(scan_id=scan.pk)
    scan.refresh_from_db()
    return scan


def reader() -> Client:
    """Return a browser in which the owner of the scan is signed in."""
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client()
    client.force_login(User.objects.get(username="alice"))
    return client


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def timed(client: Client, name: str, address: str, runs: int) -> Page:
    """Ask for the address RUNS times; the first answer warms caches and is not counted."""
    from django.db import connection

    asked: list[str] = []

    def noted(execute: Any, sql: str, *rest: Any) -> Any:
        asked.append(sql)
        return execute(sql, *rest)

    client.get(address)
    with connection.execute_wrapper(noted):
        content = client.get(address).content
    walls, cpus = [], []
    for _ in range(runs):
        wall, cpu = time.perf_counter(), time.process_time()
        assert client.get(address).status_code == 200, address
        walls.append(1000 * (time.perf_counter() - wall))
        cpus.append(1000 * (time.process_time() - cpu))
    zipped = len(gzip.compress(content, 6))
    return Page(name, _p95(walls), _p95(cpus), len(asked), len(content), zipped)


def table(pages: list[Page]) -> str:
    """Return the pages as rows of a Markdown table."""
    head = "| page | wall p95 ms | CPU p95 ms | SQL | kB | kB gzip |\n|---|---|---|---|---|---|"
    rows = (
        f"| {one.name} | {one.wall_ms:.0f} | {one.cpu_ms:.0f} | {one.queries} "
        f"| {one.size / 1000:.0f} | {one.zipped / 1000:.0f} |"
        for one in pages
    )
    return "\n".join([head, *rows])


def _p95(values: list[float]) -> float:
    return sorted(values)[max(0, int(len(values) * 0.95) - 1)]
