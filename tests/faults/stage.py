"""A portal of real processes around the test's own database, and real nodes to be killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import httpx
from django.db import connection

from apps.projects.models import Project
from apps.validation import services
from apps.validation.models import ENDED, LIVE, Attempt, Evidence, Job
from migration_portal.embedded.valkey import free_port

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
PATIENCE_S = 150.0

# A dead lease is seen within 5 s. Nodes would ask by themselves only after ten minutes: what they get in a
# test, they get by the doorbell.
CLOCKS = {
    "JOB_LEASE_S": "4",
    "RECONCILE_EVERY_S": "1",
    "NODE_HEARTBEAT_S": "1",
    "NODE_POLL_S": "600",
    "NODE_RETRY_S": "1",
    "NODE_DEVICE": "cpu",
}


class Stage:
    """Starts processes, each the leader of its own group, and ends whatever is left."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = f"http://127.0.0.1:{free_port()}"
        self._running: list[subprocess.Popen[bytes]] = []

    def open(self) -> None:
        """Start web and reconciler; return when the web answers."""
        bind = ("--bind", self.url.removeprefix("http://"), "--workers", "2", "--threads", "4")
        self._start("web", BIN / "gunicorn", "migration_portal.wsgi", *bind, "--no-control-socket")
        self._start("reconciler", sys.executable, ROOT / "manage.py", "reconcile")
        until(self._answers, "the web process answers")

    def enrol(self, project: Project, name: str) -> Path:
        """Enrol a node by its own command line; return its home."""
        home = self.folder / name
        code = services.issue_enrolment_code(actor="the test", project=project)
        command = [BIN / "npu-migrate-node", "--home", home, "enroll", self.url, code, "--name", name]
        subprocess.run(command, check=True, env=self._environment(), cwd=ROOT, capture_output=True)
        return home

    def run_node(self, home: Path) -> subprocess.Popen[bytes]:
        """Start a node's agent."""
        return self._start(home.name, BIN / "npu-migrate-node", "--home", home, "run")

    def close(self) -> None:
        """End everything that was started here."""
        for process in reversed(self._running):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def log_of(self, name: str) -> str:
        """Return what a process has written."""
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def _start(self, name: str, *command: object) -> subprocess.Popen[bytes]:
        with (self.folder / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                [str(part) for part in command],
                env=self._environment(),
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._running.append(process)
        return process

    def _environment(self) -> dict[str, str]:
        return {**os.environ, **CLOCKS, "DATABASE_URL": database_url()}

    def _answers(self) -> bool:
        with suppress(httpx.HTTPError):
            return httpx.get(f"{self.url}/sign-in/", timeout=5).status_code == 200
        return False


def database_url() -> str:
    """Return the address of the database that this test writes to."""
    parts = urlsplit(os.environ["DATABASE_URL"])
    return urlunsplit(parts._replace(path=f"/{connection.settings_dict['NAME']}"))


def until(condition: Callable[[], object], what: str, seconds: float = PATIENCE_S) -> None:
    """Wait for a condition; fail by its name when it does not come true."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not within {seconds:.0f} s: {what}"
        time.sleep(0.1)


def assert_invariants(jobs: list[Job]) -> None:
    """Every job ended exactly once with one accepted result whose stored bytes still match its hash."""
    stored = Job.objects.filter(pk__in=[job.pk for job in jobs])
    assert {job.state for job in stored} <= set(ENDED)
    for job in stored:
        (evidence,) = Evidence.objects.filter(job=job)
        assert evidence.found_sha256 == evidence.sha256
        assert (evidence.attempt.state, job.state) == (evidence.verdict, evidence.verdict)
        assert job.attempts.exclude(pk=evidence.attempt_id).filter(state="succeeded").count() == 0
    assert not Attempt.objects.filter(state__in=LIVE).exists()
