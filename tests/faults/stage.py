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
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import httpx
from django.db import connection

from apps.projects.models import Project
from apps.validation import services
from migration_node.home import Identity, NodeHome
from migration_portal.embedded.valkey import free_port

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
PATIENCE_S = 150.0
LEASE_S = 4.0
SWEEP_S = 1.0

# A dead lease is seen within 5 s. Nodes would ask by themselves only after ten minutes: what they get in a
# test, they get by the doorbell.
CLOCKS = {
    "JOB_LEASE_S": f"{LEASE_S:.0f}",
    "RECONCILE_EVERY_S": f"{SWEEP_S:.0f}",
    "NODE_HEARTBEAT_S": "1",
    "NODE_POLL_S": "600",
    "NODE_RETRY_S": "1",
    "NODE_DEVICE": "cpu",
    # No inventory before each job: it would only make every node slower.
    "INVENTORY_FRESH_H": "0",
}
# Secrets that must never be seen again in any log, row or file.
CANARIES = {"SECRET_KEY": "canary-of-the-cookies-58c1", "JOB_SIGNING_SECRET": "canary-of-the-signatures-7be2"}

Process = subprocess.Popen[bytes]


class Stage:
    """Starts processes, each the leader of its own group, and ends whatever is left."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = ""
        self.tokens: list[str] = []
        self._running: list[Process] = []
        self._portal: list[Process] = []

    @property
    def var(self) -> Path:
        """Return the folder for files of this portal; no other test sees them."""
        return self.folder / "var"

    def open(self) -> None:
        """Start web and reconciler, where they were before; return when the web answers."""
        before = len(self._running)
        self.url = self.run_web("web", url=self.url)
        self.run_reconciler("reconciler")
        self._portal = self._running[before:]

    def shut(self) -> None:
        """End web and reconciler; nodes go on."""
        for process in self._portal:
            self.kill(process)

    def manage(self, *command: object) -> str:
        """Run one of the portal's commands to its end; return what it said."""
        name = str(command[0])
        process = self.start(name, sys.executable, ROOT / "manage.py", *command)
        assert process.wait() == 0, self.log_of(name)
        self._running.remove(process)
        return self.log_of(name)

    def run_web(self, name: str, shift_s: float = 0, url: str = "", **environment: str) -> str:
        """Start a web process with its clock wrong by SHIFT_S; return its address when it answers."""
        url = url or f"http://127.0.0.1:{free_port()}"
        bind = ("--bind", url.removeprefix("http://"), "--workers", "2", "--threads", "4", "--preload")
        program = (BIN / "gunicorn", "tests.faults.trapdoors:application", *bind, "--no-control-socket")
        self.start(name, *program, shift_s=shift_s, **environment)
        until(lambda: answers(url), f"{name} answers")
        return url

    def run_reconciler(self, name: str) -> Process:
        """Start a reconciler."""
        return self.start(name, sys.executable, ROOT / "manage.py", "reconcile")

    def enrol(self, project: Project, name: str, url: str = "") -> Path:
        """Enrol a node as its command line does; return its home."""
        home = self.folder / f"{project.slug}-{name}"
        code = services.issue_enrolment_code(actor="the test", project=project)
        node, token = services.enrol(code=code, name=name, facts={}, capabilities={})
        key = services.public_key()
        NodeHome(home).save(Identity(url or self.url, str(node.pk), name, project.slug, token, key))
        self.tokens.append(token)
        return home

    def token_of(self, home: Path) -> str:
        """Return the token of a node that was enrolled here."""
        return NodeHome(home).load().token

    def run_node(self, home: Path, **how: Any) -> Process:
        """Start a node's agent; HOW is as in `start`."""
        return self.start(home.name, BIN / "npu-migrate-node", "--home", home, "run", **how)

    def start(
        self, name: str, *command: object, shift_s: float = 0, first: str = "", **environment: str
    ) -> Process:
        """Start a process that knows the drill, with a log of its own.

        Its clock is wrong by SHIFT_S, and it runs the Python in FIRST before anything else.
        """
        clock = f"from tests.faults import clock\nclock.shift({shift_s})\n" if shift_s else ""
        paths = os.pathsep.join(map(str, (self._shim(name, clock + first), ROOT)))
        with (self.folder / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                [str(part) for part in command],
                env=self.environment() | {"PYTHONPATH": paths} | environment,
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._running.append(process)
        return process

    def kill(self, process: Process) -> None:
        """End a process and its group without any notice."""
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self._running.remove(process)

    def close(self, keep: int = 0) -> None:
        """End everything that was started here, but for the KEEP oldest."""
        for process in reversed(self._running[keep:]):
            self.kill(process)

    def arm(self, trap: str, times: int = 1) -> None:
        """Let the next TIMES processes that reach the trapdoor end there."""
        folder = self.folder / "traps" / trap
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(times):
            (folder / str(number)).touch()

    def armed(self, trap: str) -> int:
        """Return how often the trapdoor will still open."""
        return len(list((self.folder / "traps" / trap).iterdir()))

    def log_of(self, name: str) -> str:
        """Return what a process has written."""
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def environment(self) -> dict[str, str]:
        """Return what all processes of the stage are given."""
        own = {
            "DATABASE_URL": database_url(),
            "STAGE_TRAPS": str(self.folder / "traps"),
            "VAR_DIR": str(self.var),
        }
        return {**os.environ, **CLOCKS, **CANARIES, **own}

    def _shim(self, name: str, first: str) -> Path:
        """Return a folder that Python reads first; agents hand folders of such names on to their jobs."""
        folder = self.folder / f"{name}-packages"
        folder.mkdir(exist_ok=True)
        (folder / "sitecustomize.py").write_text(f"{first}from tests.faults import drill\ndrill.teach()\n")
        return folder


def database_url() -> str:
    """Return the address of the database that this test writes to."""
    parts = urlsplit(os.environ["DATABASE_URL"])
    return urlunsplit(parts._replace(path=f"/{connection.settings_dict['NAME']}"))


def answers(url: str) -> bool:
    """Tell whether a portal shows its first page there."""
    with suppress(httpx.HTTPError):
        return httpx.get(f"{url}/sign-in/", timeout=5).status_code == 200
    return False


def until(condition: Callable[[], object], what: str, seconds: float = PATIENCE_S) -> None:
    """Wait for a condition; fail by its name when it does not come true."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not within {seconds:.0f} s: {what}"
        time.sleep(0.1)
