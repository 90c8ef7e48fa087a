"""`make run` for real: up with its own servers, down on Ctrl-C without a trace, quick the second time."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest

from migration_portal.embedded.valkey import free_port
from tests.faults.figures import size
from tests.faults.stage import until

ROOT = Path(__file__).resolve().parents[2]
SECOND_RUN_WITHIN_S = size(full=15, short=60)

pytestmark = pytest.mark.faults


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of one installation: each test starts it again, the first one for the first time."""
    return tmp_path_factory.mktemp("var")


@contextmanager
def _launched(var: Path, port: int, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Yield the launcher and its link; end it however the test goes."""
    given_elsewhere = {"DATABASE_URL", "BROKER_URL", "DJANGO_SETTINGS_MODULE"}
    environment = {name: value for name, value in os.environ.items() if name not in given_elsewhere}
    command = [sys.executable, "-m", "migration_portal.launch", "--port", str(port), *arguments]
    launcher = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**environment, "VAR_DIR": str(var)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        yield launcher, _link_of(launcher)
    finally:
        with suppress(ProcessLookupError):
            launcher.send_signal(signal.SIGINT)
        launcher.wait(120)


def _link_of(launcher: subprocess.Popen[str]) -> str:
    said = ""
    for line in launcher.stdout or ():
        said += line
        if match := re.search(r"http://127\.0\.0\.1:\d+/sign-in/\S+", line):
            return match.group()
    pytest.fail(f"the launcher ended without a link:\n{said}")


def _crowding() -> float:
    """Return how many programs want each processor: the limit holds for a machine that is ours alone."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def _processes_of(var: Path) -> list[str]:
    """Return the command lines of living processes that were given this folder or work in it."""
    found = []
    for process in psutil.process_iter(["cmdline", "status", "cwd"]):
        line = " ".join(process.info["cmdline"] or ())
        if process.info["status"] == psutil.STATUS_ZOMBIE or not line:
            continue
        with suppress(psutil.Error):
            if str(var) in f"{line} {process.info['cwd']}" or process.environ().get("VAR_DIR") == str(var):
                found.append(line)
    return found


def _run_on(var: Path, *programs: str) -> bool:
    return any(program in line for line in _processes_of(var) for program in programs)


def _broker_of(var: Path) -> psutil.Process:
    pid = (var / "valkey" / "pid").read_text(encoding="ascii").strip()
    return psutil.Process(int(pid))


def test_it_comes_up_and_goes_down_without_a_trace_twice(var: Path) -> None:
    port = free_port()
    with _launched(var, port) as (launcher, link):
        assert urllib.request.urlopen(link, timeout=60).status == 200  # noqa: S310 - our own loopback address
        running = " ".join(_processes_of(var))
        for part in ("postgres", "valkey", "gunicorn", "celery", "reconcile", "npu-migrate-node"):
            assert part in running
    assert launcher.returncode == 0
    assert _processes_of(var) == []

    began = time.monotonic()
    with _launched(var, port) as (_, second_link):
        assert time.monotonic() - began < SECOND_RUN_WITHIN_S * _crowding()
        assert second_link != link
    assert _processes_of(var) == []


def test_a_broker_that_is_killed_comes_back_and_a_killed_launcher_leaves_no_program_behind(var: Path) -> None:
    with _launched(var, free_port()) as (launcher, _):
        broker = _broker_of(var)
        broker.kill()
        broker.wait(60)
        until(lambda: _run_on(var, "valkey-server"), "the broker is started again")
        launcher.kill()
    until(lambda: not _run_on(var, "gunicorn", "celery"), "the programs end with their launcher")
    # The servers outlive a killed launcher; the next run takes them over and stops them.
    with _launched(var, free_port()):
        pass
    assert _processes_of(var) == []


def test_a_port_that_does_not_exist_is_refused() -> None:
    command = [sys.executable, "-m", "migration_portal.launch", "--port", "80000"]
    refused = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert refused.returncode == 2
    assert "80000 is not a port; give a number from 1 to 65535" in refused.stderr


def test_a_port_in_use_is_told_before_anything_starts(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "migration_portal.launch", "--port", str(port)]
        environment = {**os.environ, "VAR_DIR": str(tmp_path)}
        refused = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
    assert refused.returncode == 1
    assert f"Port {port} is in use" in refused.stdout
    assert list(tmp_path.iterdir()) == []
