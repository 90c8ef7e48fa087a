"""Times the import of a large scan and the pages that show it, on a PostgreSQL of its own."""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import quantiles

PAGES = {
    "findings": "findings/",
    "findings, last page": "findings/?page=99999&status=all&kind=all",
    "findings, by path": "findings/?sort=path",
    "findings, by component": "findings/?sort=component",
    "findings, strong in L2": "findings/?layer=L2&coupling=strong",
    "findings, text": "findings/?q=call_42",
    "findings, path": "findings/?path=part003",
    "findings, dismissed": "findings/?status=dismissed",
    "findings, rules": "findings/?group=rule",
    "findings, components": "findings/?group=component",
    "findings, files": "findings/?group=file",
    "history": "history/",
    "compare": "history/compare/?kind=moved",
    "map": "map/",
    "graph": "graph/",
}


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="npu-pages-") as folder:
        os.environ["VAR_DIR"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "migration_portal.settings")
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        _measure(options)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--edges", type=int, default=100_000)
    parser.add_argument("--findings", type=int, default=100_000)
    parser.add_argument("--times", type=int, default=20, help="requests a page")
    parser.add_argument("--only", default="", help="pages whose name holds this")
    return parser.parse_args()


def _measure(options: argparse.Namespace) -> None:
    from benchmarks.large_scan import Size, large_report
    from migration_engine.export.document import to_document

    report = large_report(Size(options.files, options.edges, options.findings))
    content = json.dumps(to_document(report), ensure_ascii=False, separators=(",", ":")).encode()
    sys.stdout.write(f"{options.files:,} files, {options.edges:,} edges, {options.findings:,} findings, ")
    sys.stdout.write(f"{len(report.components):,} components, document {len(content) / 1e6:.0f} MB\n")
    del report
    client, slug = _recorded(content)
    sys.stdout.write(f"\n{'page':28}{'p95 ms':>9}{'median':>9}{'cpu ms':>9}{'SQL':>6}{'gzip kB':>10}\n")
    for name, address in PAGES.items():
        if options.only in name:
            _time(client, name, f"/p/{slug}/{address}", options.times)


def _recorded(content: bytes):  # type: ignore[no-untyped-def]
    """Import the same document twice and draw its map, telling what each step costs."""
    from django.contrib.auth.models import User
    from django.test import Client

    from apps.coupling.services import store_map, store_point
    from apps.projects.services import create_project
    from apps.scans import services

    user = User.objects.create_user("benchmark")
    project = create_project(user=user, name="Generated")
    for _ in range(2):
        with _timed("receive the document"):
            scan = services.receive_document(actor=user, project=project, name="scan.json", content=content)
        with _timed("import it"):
            services.run_scan(scan_id=scan.pk)
        scan.refresh_from_db()
        assert scan.state == "succeeded", scan.error_message
    for step in (store_map, store_point):
        with _timed(step.__name__):
            step(scan_id=scan.pk)
    _triaged(user, scan)
    client = Client()
    client.force_login(user)
    return client, project.slug


def _triaged(user, scan) -> None:  # type: ignore[no-untyped-def]
    from django.db import connection

    from apps.coupling.services import Decision, decide
    from apps.scans.models import Finding

    rows = Finding.objects.filter(scan=scan, status="open")
    with _timed("decide about a tenth of them"):
        decide(actor=user, scan=scan, rows=rows.filter(line__lt=80), what=Decision(status="in_work"))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


@contextmanager
def _timed(what: str) -> Iterator[None]:
    wall, cpu = time.perf_counter(), time.process_time()
    yield
    told = f"{time.process_time() - cpu:6.1f} cpu-s of this process, {time.perf_counter() - wall:6.1f} s wall"
    sys.stdout.write(f"{what:32}{told}\n")
    sys.stdout.flush()


def _time(client, name: str, address: str, times: int) -> None:  # type: ignore[no-untyped-def]
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address)
    if answer.status_code != 200:
        sys.stdout.write(f"{name:28} status {answer.status_code}\n")
        return
    walls, cpu = [], time.process_time()
    for _ in range(times):
        begun = time.perf_counter()
        client.get(address)
        walls.append((time.perf_counter() - begun) * 1000)
    each = (time.process_time() - cpu) * 1000 / times
    p95, middle = quantiles(walls, n=20)[-1], quantiles(walls, n=2)[0]
    size = len(gzip.compress(answer.content)) / 1000
    sys.stdout.write(f"{name:28}{p95:9.0f}{middle:9.0f}{each:9.0f}{len(queries):6}{size:10.0f}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
