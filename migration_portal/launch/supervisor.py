"""Watches over the portal's programs: starts them, starts one again that ended, stops all at the end."""

from __future__ import annotations

import signal
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType

from migration_portal.causes import known_cause, last_line
from migration_portal.embedded.errors import read_tail
from migration_portal.embedded.sharing import revive
from migration_portal.launch import programs
from migration_portal.launch.console import Failed, say
from migration_portal.launch.programs import Program

READY_WITHIN_S = 60.0
GRACE_S = 10.0
RESTARTS = 5
LARGEST_LOG = 20 * 2**20


class Supervisor:
    """The running programs; leaving the context stops them, the youngest first."""

    def __init__(self, logs: Path) -> None:
        self.logs = logs
        self.running: dict[Program, subprocess.Popen[bytes]] = {}
        self.restarts: dict[str, int] = {}

    def __enter__(self) -> Supervisor:
        self.logs.mkdir(parents=True, exist_ok=True)
        for log in self.logs.glob("*.log"):
            if log.stat().st_size > LARGEST_LOG:
                log.replace(log.with_suffix(".old"))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # A second Ctrl-C must not cut off the stopping and leave orphans.
        for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(name, signal.SIG_IGN)
        if self.running:
            say("\nStopping")
        for process in self.running.values():
            process.terminate()
        for process in reversed(self.running.values()):
            programs.stop(process, GRACE_S)

    def start(self, program: Program) -> None:
        """Start one program."""
        self.running[program] = programs.start(program, self.logs)

    def start_portal(self, port: int) -> None:
        """Start everything that is not a node."""
        for program in (programs.web(port), programs.worker(), programs.beat(), programs.reconciler()):
            self.start(program)

    def start_node(self, home: Path) -> None:
        """Start the rehearsal node."""
        self.start(programs.node(home))

    def await_web(self, url: str) -> None:
        """Return when the sign-in page answers; a program that ended before that is told at once."""
        deadline = time.monotonic() + READY_WITHIN_S
        while not _answers(f"{url}/sign-in/"):
            for program, process in self.running.items():
                if process.poll() is not None:
                    raise Failed(self._ended(program, process))
            if time.monotonic() > deadline:
                raise Failed(
                    f"{url} did not answer within {READY_WITHIN_S:.0f} s; see {self.logs / 'web.log'}"
                )
            time.sleep(0.1)

    def watch(self) -> None:
        """Start again what ends, until somebody presses Ctrl-C or a program keeps ending."""
        while True:
            for name in revive():
                say(f"The embedded {name} had ended; it was started again with its data.")
            for program, process in list(self.running.items()):
                if process.poll() is not None:
                    self._restart(program, process)
            time.sleep(2)

    def _restart(self, program: Program, process: subprocess.Popen[bytes]) -> None:
        count = self.restarts[program.name] = self.restarts.get(program.name, 0) + 1
        if count > RESTARTS:
            raise Failed(f"{self._ended(program, process)} It ended {count} times; giving up.")
        say(f"{self._ended(program, process)} Starting it again.")
        time.sleep(min(count, 5))
        self.start(program)

    def _ended(self, program: Program, process: subprocess.Popen[bytes]) -> str:
        log = programs.log_of(program, self.logs)
        output = read_tail(log)
        reason = known_cause(output) or last_line(output)
        return f"The {program.name} ended with code {process.returncode}: {reason} (all of it: {log})."


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:  # noqa: S310 - our own loopback address
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False
