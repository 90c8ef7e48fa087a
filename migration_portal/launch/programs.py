"""The programs that make up the portal, and starting and stopping one of them."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from migration_portal.launch.environment import ROOT

BIN = Path(sys.executable).parent
MANAGE = ROOT / "manage.py"


@dataclass(frozen=True)
class Program:
    """A long-running child process and the file that takes its output."""

    name: str
    command: tuple[str, ...]
    without: tuple[str, ...] = ()


def web(port: int) -> Program:
    """The pages and the API, on loopback only."""
    address = (
        "--bind",
        f"127.0.0.1:{port}",
        "--workers",
        "2",
        "--threads",
        "4",
        "--timeout",
        "120",
        "--preload",
    )
    return Program("web", (str(BIN / "gunicorn"), "migration_portal.wsgi", *address, "--no-control-socket"))


def worker() -> Program:
    """Scans and everything else that takes longer than a request."""
    options = ("--queues", "portal", "--concurrency", "2", "--loglevel", "INFO")
    quiet = ("--without-gossip", "--without-mingle")
    return Program(
        "worker", (str(BIN / "celery"), "-A", "migration_portal.celery", "worker", *options, *quiet)
    )


def beat() -> Program:
    """Rings at fixed times: repositories that are due to be scanned again."""
    state = Path(os.environ.get("VAR_DIR") or ROOT / "var") / "beat"
    command = ("-A", "migration_portal.celery", "beat", "--schedule", str(state), "--pidfile", "")
    return Program("beat", (str(BIN / "celery"), *command, "--loglevel", "INFO"))


def reconciler() -> Program:
    """Brings jobs and scans forward whose message or whose worker was lost."""
    return Program("reconciler", (sys.executable, str(MANAGE), "reconcile"))


def node(home: Path) -> Program:
    """The rehearsal node; like any node it knows neither database nor settings of the portal."""
    return Program(
        "node",
        (str(BIN / "npu-migrate-node"), "--home", str(home), "run"),
        without=("DATABASE_URL", "BROKER_URL", "DJANGO_SETTINGS_MODULE"),
    )


def start(program: Program, logs: Path) -> subprocess.Popen[bytes]:
    """Start PROGRAM in a process group of its own, so that Ctrl-C reaches only the launcher."""
    environment = {name: value for name, value in os.environ.items() if name not in program.without}
    with log_of(program, logs).open("ab") as log:
        return subprocess.Popen(
            [*_die_with_launcher(), *program.command],
            env=environment,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )


def log_of(program: Program, logs: Path) -> Path:
    """Return the file that takes PROGRAM's output."""
    return logs / f"{program.name}.log"


def stop(process: subprocess.Popen[bytes], grace_s: float) -> None:
    """Ask the program to end, and after the grace period end all that is left of its group."""
    if process.poll() is None:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(grace_s)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _die_with_launcher() -> list[str]:
    # Even a launcher that was killed leaves no orphan, where the system can do that.
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", "TERM"] if setpriv else []
