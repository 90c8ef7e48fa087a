"""A scan of 100,000 findings in 2,000 components: taking it in and its pages cost what they may."""

from __future__ import annotations

import gzip
import json
import resource
import time
from collections.abc import Iterator

import pytest
from django.db import connection, transaction
from django.test import Client, override_settings
from pytest_django import DjangoAssertNumQueries, DjangoDbBlocker

from apps.coupling.services import store_map, store_point
from apps.projects.models import Project
from apps.scans import services
from apps.scans.models import Change, Scan
from benchmarks.large_scan import Size, large_report
from migration_engine.export.document import to_document
from tests import factory
from tests.cast import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(1200)]

IMPORT_CPU_S, PAGE_CPU_S, PAGE_BYTES, ZIPPED_BYTES, QUERIES = 60.0, 0.3, 300_000, 30_000, 15
PAGES = (
    "findings/",
    "findings/?status=all&kind=all&page=1999",
    "findings/?sort=-component",
    "findings/?layer=L2,L3&coupling=strong&confidence=certain",
    "findings/?q=call_42",
    "findings/?path=part003",
    "findings/?group=rule",
    "findings/?group=file",
    "findings/?group=component",
    "history/",
    "history/compare/?kind=new",
    "map/",
    "map/?q=call_42",
    "map/?view=table",
    "graph/?q=call_42",
    "graph/?view=list",
)


@pytest.fixture(scope="module")
def large(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Scan, float]]:
    """Return the scan, which follows a small one, and what taking it in cost in CPU seconds."""
    media = tmp_path_factory.mktemp("media")
    with django_db_blocker.unblock(), override_settings(MEDIA_ROOT=media), transaction.atomic():
        project = factory.project("Large", architect=factory.user("lara"))
        _taken_in(project, Size(files=200, edges=400, findings=400))
        scan, spent = _taken_in(project, Size())
        connection.check_constraints()  # as a commit does; else each test would, for all rows, as it ends
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")  # as autovacuum does once a scan is committed
        yield scan, spent
        transaction.set_rollback(True)


def _taken_in(project: Project, size: Size) -> tuple[Scan, float]:
    content = json.dumps(to_document(large_report(size))).encode()
    begun = _cpu()
    scan = services.receive_document(actor="lara", project=project, name="s.json", content=content)
    services.run_scan(scan_id=scan.pk)
    spent = _cpu() - begun
    store_map(scan_id=scan.pk)
    store_point(scan_id=scan.pk)
    scan.refresh_from_db()
    return scan, spent


@pytest.fixture
def client(large: tuple[Scan, float]) -> Client:
    """Return the browser of the architect."""
    return client_of(large[0].project.memberships.get().user)


def test_it_is_taken_in_within_a_minute_and_set_against_the_one_before(large: tuple[Scan, float]) -> None:
    scan, spent = large

    assert scan.state == "succeeded"
    assert (scan.counts["findings"], scan.counts["components"]) == (100_000, 2_000)
    assert sum(scan.changes[name] for name in Change.values) == 100_000 and scan.changes["new"] > 90_000
    assert all(step["done"] == step["total"] for step in scan.steps) and scan.steps, "progress was told"
    assert spent < IMPORT_CPU_S


@pytest.mark.parametrize("address", PAGES)
def test_its_pages_are_quick_and_small(
    client: Client,
    large: tuple[Scan, float],
    address: str,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    address = f"/p/{large[0].project.slug}/{address}"
    client.get(address)  # whoever asks first unpacks the columns for all others

    spent = []
    for _ in range(3):
        begun = time.process_time()
        with django_assert_max_num_queries(QUERIES):
            answer = client.get(address)
        spent.append(time.process_time() - begun)

    assert answer.status_code == 200
    assert min(spent) < PAGE_CPU_S
    assert len(answer.content) < PAGE_BYTES
    assert len(gzip.compress(answer.content)) < ZIPPED_BYTES


@pytest.mark.parametrize("address", [one for one in PAGES if not one.startswith("history")])
def test_the_database_does_little_for_a_page(client: Client, large: tuple[Scan, float], address: str) -> None:
    address = f"/p/{large[0].project.slug}/{address}"
    client.get(address)
    read = (
        "SELECT sum(seq_tup_read + idx_tup_fetch) FROM pg_stat_xact_user_tables WHERE relname LIKE 'scans_%'"
    )

    def rows() -> int:
        with connection.cursor() as cursor:
            cursor.execute(read)
            return int(cursor.fetchone()[0])

    before = rows()
    client.get(address)
    assert rows() - before < 1_000


def _cpu() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)
