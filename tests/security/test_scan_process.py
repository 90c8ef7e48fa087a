"""A source is read in a process of its own: what kills that process fails one scan and no worker."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from pytest_django.fixtures import Settings

from apps.scans import services
from apps.scans.services.reading import Order, ReadingCrashed, ReadingStopped, read_source
from migration_engine.intake import GitAccess, Limits
from tests.apps.scans.sources import received, write_more_than_a_second_of_work, zipped
from tests.cast import Cast

ROOT = Path(__file__).parents[2]
ANYBODY = GitAccess()


@pytest.fixture
def order(tmp_path: Path) -> Order:
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "a.py").write_text("import torch\ntorch.cuda.synchronize()\n")
    return Order(str(tmp_path / "tree"), "app", Limits(), ANYBODY)


def child() -> psutil.Process:
    (one,) = [process for process in psutil.Process().children() if "apps.scans.child" in process.cmdline()]
    return one


def test_every_step_arrives(order: Order) -> None:
    steps: list[tuple[str, int, int]] = []

    content = read_source(order, lambda *step: steps.append(step))

    assert b'"name":"app"' in content
    assert [step for step in steps if step[0] == "open"] == [("open", 0, 1), ("open", 1, 1)]
    assert ("files", 1, 1) in steps
    assert steps[-1] == ("components", 1, 1)


def test_it_knows_nothing_of_the_portal(order: Order, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "BROKER_URL", "SECRET_KEY", "JOB_SIGNING_SECRET"):
        monkeypatch.setenv(name, "canary-secret")
    seen: list[str] = []

    def look(step: str, done: int, total: int) -> None:
        if not seen:
            seen.extend((str(child().environ()), " ".join(child().cmdline())))

    access = GitAccess(token="canary-token")
    read_source(Order(order.source, "app", Limits(), access), look)

    assert seen
    assert "canary" not in " ".join(seen)


@pytest.fixture
def long_order(order: Order) -> Order:
    """More than a second's work."""
    write_more_than_a_second_of_work(Path(order.source))
    return order


@pytest.mark.parametrize(
    ("bound", "code"),
    [
        ({"SCAN_MEMORY_BYTES": 60 * 1024 * 1024}, "scan_too_large"),
        ({"SCAN_CPU_SECONDS": 1}, "scan_too_long"),
        ({"SCAN_SECONDS": 0.3}, "scan_too_long"),
    ],
)
def test_what_takes_too_much_is_stopped_with_the_reason(
    long_order: Order, settings: Settings, bound: dict[str, float], code: str
) -> None:
    for name, value in bound.items():
        setattr(settings, name, value)

    with pytest.raises(ReadingStopped) as stopped:
        read_source(long_order, lambda *step: None)

    assert stopped.value.code == code
    assert "Scan a smaller part" in stopped.value.text.en
    assert "请只扫描" in stopped.value.text.zh


def test_a_result_that_is_too_large_is_refused(order: Order, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("apps.scans.services.reading.DOCUMENT_MAX_BYTES", 1000)

    with pytest.raises(ReadingStopped, match="Scan a smaller part"):
        read_source(order, lambda *step: None)


def test_a_crash_of_the_child_is_a_fault_of_ours(order: Order) -> None:
    def crash(step: str, done: int, total: int) -> None:
        if (step, done) == ("open", 0):
            child().send_signal(signal.SIGSEGV)

    with pytest.raises(ReadingCrashed):
        read_source(order, crash)


@pytest.mark.django_db
def test_a_killed_child_fails_its_scan_and_no_worker(
    cast: Cast, media: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scan = received(cast.project, zipped({"a.py": "import torch\n"}))

    def kill(self: object, step: str, done: int, total: int) -> None:
        if (step, done) == ("open", 0):
            child().kill()

    monkeypatch.setattr("apps.scans.services.progress.Progress.__call__", kill)
    services.run_scan(scan_id=scan.pk)

    scan.refresh_from_db()
    assert (scan.state, scan.error_code) == ("failed", "scan_too_large")
    assert "more memory than a scan may use" in scan.error_message


def test_a_child_ends_with_its_worker(order: Order, tmp_path: Path) -> None:
    """The worker is killed while the child waits to tell its steps."""
    worker = (
        "import django, psutil, sys, time; django.setup()\n"
        "from apps.scans.services.reading import Order, read_source\n"
        "from migration_engine.intake import GitAccess, Limits\n"
        "def tell(*step):\n"
        "    print(psutil.Process().children()[0].pid, flush=True); time.sleep(60)\n"
        "read_source(Order(sys.argv[1], 'app', Limits(), GitAccess()), tell)\n"
    )
    unused = {"DATABASE_URL": "postgresql://unused", "BROKER_URL": "redis://unused"}
    known = {**os.environ, **unused, "DJANGO_SETTINGS_MODULE": "migration_portal.settings"}
    command = [sys.executable, "-c", worker, order.source]
    with subprocess.Popen(command, cwd=ROOT, env=known, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        orphan = int(process.stdout.readline())
        process.kill()

    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and psutil.pid_exists(orphan):
        if psutil.Process(orphan).status() == psutil.STATUS_ZOMBIE:
            return
        time.sleep(0.1)
    assert not psutil.pid_exists(orphan)
