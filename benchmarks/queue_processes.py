"""The portal's own processes around a benchmark: two web workers and the reconciler, with their CPU time."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
import psutil

from migration_portal.embedded.valkey import free_port

ROOT = Path(__file__).resolve().parents[1]
READY_WITHIN_S = 90


@dataclass(frozen=True, slots=True)
class Processes:
    """What runs, and where it answers."""

    url: str
    started: tuple[subprocess.Popen[bytes], ...]

    def cpu_s(self) -> float:
        """Return the seconds of CPU that the portal has used until now."""
        return sum(_cpu_s(psutil.Process(process.pid)) for process in self.started)


@contextmanager
def running() -> Iterator[Processes]:
    """Run web and reconciler as `make run` does, until the benchmark is over."""
    address = f"127.0.0.1:{free_port()}"
    web = ("gunicorn", "migration_portal.wsgi", "--bind", address, "--workers", "2", "--threads", "4")
    # No inventory before each job, which would be a second job; leases that outlast the slowest machine.
    environment = os.environ | {"INVENTORY_FRESH_H": "0", "JOB_LEASE_S": "3600"}
    with (Path(os.environ["VAR_DIR"]) / "log").open("ab") as log:
        started = tuple(
            subprocess.Popen([sys.executable, *command], env=environment, cwd=ROOT, stdout=log, stderr=log)
            for command in (("-m", *web, "--preload", "--no-control-socket"), ("manage.py", "reconcile"))
        )
    try:
        _await(f"http://{address}/sign-in/")
        yield Processes(f"http://{address}", started)
    finally:
        for process in started:
            process.terminate()
            process.wait(30)


def postgres_cpu_s() -> float:
    """Return the seconds of CPU that the benchmark's PostgreSQL has used until now."""
    pid_file = Path(os.environ["VAR_DIR"]) / "postgres" / "data" / "postmaster.pid"
    return _cpu_s(psutil.Process(int(pid_file.read_text().split()[0])))


def _cpu_s(process: psutil.Process) -> float:
    """Return what a process and its children have used, those that ended included."""
    try:
        times, children = process.cpu_times(), process.children()
    except psutil.NoSuchProcess:
        return 0.0
    ended = times.children_user + times.children_system
    return times.user + times.system + ended + sum(map(_cpu_s, children))


def _await(url: str) -> None:
    deadline = time.monotonic() + READY_WITHIN_S
    while time.monotonic() < deadline:
        with suppress(httpx.HTTPError):
            if httpx.get(url, timeout=5).status_code == 200:
                return
        time.sleep(0.2)
    raise TimeoutError(f"{url} did not answer within {READY_WITHIN_S} s")
