"""A whole portal of real processes on the test run's servers: web, worker, reconciler, node."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from migration_portal.launch import programs
from migration_portal.launch.programs import BIN, MANAGE, Program
from tests.servers import RunServers

DATABASE = "walk"
READY_WITHIN_S = 120.0
# Nobody wants to watch a minute and a half until a dead node counts as silent.
CLOCKS = {
    "NODE_POLL_S": "1",
    "NODE_HEARTBEAT_S": "2",
    "JOB_LEASE_S": "20",
    "NODE_SILENT_S": "20",
    "RECONCILE_EVERY_S": "3",
}


@dataclass
class Portal:
    """The running programs and where they answer."""

    url: str
    folder: Path
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def logs(self) -> Path:
        """Return the folder of every program's output."""
        return self.folder / "log"

    def start(self, program: Program) -> None:
        """Start one more program; it ends with the portal."""
        self.processes.append(programs.start(program, self.logs))

    def sign_in_link(self, username: str) -> str:
        """Make the user if needed and return a one-time link."""
        script = (
            "from django.contrib.auth.models import User; from apps.core.models import SignInLink;"
            f"user, _ = User.objects.get_or_create(username={username!r});"
            "print(SignInLink.issue(user.pk))"
        )
        return f"{self.url}/sign-in/{_manage('shell', '--no-imports', '-c', script).split()[-1]}/"

    def attach_node(self, code: str, name: str) -> None:
        """Enrol a node with the code of the nodes page, as an operator does, and start its agent."""
        home = self.folder / "nodes" / name
        enrol = [str(BIN / "npu-migrate-node"), "--home", str(home), "enroll", self.url, code, "--name", name]
        subprocess.run(enrol, check=True, capture_output=True, timeout=120)
        self.start(programs.node(home))

    def stop(self) -> None:
        """End every program that was started."""
        for process in reversed(self.processes):
            programs.stop(process, grace_s=5)


@contextmanager
def running_portal(servers: RunServers) -> Iterator[Portal]:
    """Start a portal with a database of its own; children inherit the addresses by the environment."""
    before = {name: os.environ.get(name) for name in ("DATABASE_URL", *CLOCKS)}
    os.environ["DATABASE_URL"] = _fresh_database(os.environ["DATABASE_URL"])
    os.environ.update(CLOCKS)
    port = _free_port()
    portal = Portal(f"http://127.0.0.1:{port}", servers.folder / "walk")
    portal.logs.mkdir(parents=True, exist_ok=True)
    try:
        _manage("migrate", "--verbosity", "0")
        for program in (programs.web(port), programs.worker(), programs.reconciler()):
            portal.start(program)
        _await_answer(f"{portal.url}/sign-in/")
        yield portal
    finally:
        portal.stop()
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


def _fresh_database(url: str) -> str:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {DATABASE}")
    path = urlsplit(url).path
    return url.replace(f"{path}?", f"/{DATABASE}?") if "?" in url else url.removesuffix(path) + f"/{DATABASE}"


def _manage(*arguments: str) -> str:
    command = [sys.executable, str(MANAGE), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _await_answer(url: str) -> None:
    deadline = time.monotonic() + READY_WITHIN_S
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(url, timeout=10):  # noqa: S310 - our own loopback address
                return
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{url} answers {error.code}: {error.read()[:2000]!r}") from error
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"{url} did not answer within {READY_WITHIN_S:.0f} s")
