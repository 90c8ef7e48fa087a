"""Long work in the background: what it does is told, and no page waits for it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.urls import reverse

from apps.coupling.services import store_map
from apps.scans import services
from apps.scans.models import Scan, State
from benchmarks.large_scan import Size, large_report
from migration_engine.export.document import to_document
from tests.apps.findings.test_triage import CODE
from tests.apps.scans.sources import scanned, zipped
from tests.cast import Cast, client_of, gather

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE_S = 60
PAGES = ("map", "graph", "findings", "history", "history-compare", "overrides", "notices")


@pytest.fixture
def cast(settings: Any, tmp_path: Any) -> Cast:
    settings.MEDIA_ROOT = tmp_path
    return gather()


def beside(work: Callable[[], None]) -> threading.Thread:
    """Start work on a thread with a connection of its own."""

    def closing() -> None:
        try:
            work()
        finally:
            connection.close()

    thread = threading.Thread(target=closing)
    thread.start()
    return thread


def test_no_page_and_no_decision_waits_while_a_map_is_drawn(cast: Cast) -> None:
    scan = scanned(cast.project, zipped({"app/device.py": CODE}))
    drawn, answered = threading.Event(), threading.Event()

    def draw() -> None:
        with transaction.atomic():
            store_map(scan_id=scan.pk)
            drawn.set()
            answered.wait(PATIENCE_S)

    thread = beside(draw)
    try:
        assert drawn.wait(PATIENCE_S)
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '20s'")  # whoever waited for a lock would fail
        bob = client_of(cast.bob)
        answers = {page: bob.get(reverse(f"coupling:{page}", args=[cast.project.slug])) for page in PAGES}
        decided = bob.post(answers["findings"].request["PATH_INFO"], {"whole": "on", "status": "in_work"})
    finally:
        answered.set()
        thread.join(PATIENCE_S)
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = 0")

    assert {page: answer.status_code for page, answer in answers.items()} == dict.fromkeys(PAGES, 200)
    assert decided.status_code == 302


def test_a_long_import_tells_that_it_is_stored_and_pages_go_on(cast: Cast) -> None:
    scanned(cast.project, zipped({"app/device.py": CODE}))
    content = json.dumps(to_document(large_report(Size(files=20, edges=20, findings=20)))).encode()
    scan = services.receive_document(actor="bob", project=cast.project, name="s.json", content=content)
    bob = client_of(cast.bob)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE scans_finding IN EXCLUSIVE MODE")  # readers pass, the import waits
        thread = beside(lambda: services.run_scan(scan_id=scan.pk))
        until(lambda: Scan.objects.get(pk=scan.pk).steps)
        page = bob.get(reverse("scans:detail", args=[cast.project.slug, scan.number])).content.decode()
        listed = bob.get(reverse("coupling:findings", args=[cast.project.slug]))
    thread.join(PATIENCE_S)

    assert '<li class="is-current">' in page and "Store the result" in page
    assert listed.status_code == 200 and listed.context["scan"].number == 1
    assert Scan.objects.get(pk=scan.pk).state == State.SUCCEEDED


def until(told: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not told():
        assert time.monotonic() < end, "it was never told"
        time.sleep(0.05)
