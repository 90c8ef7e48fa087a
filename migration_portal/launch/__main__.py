"""`make run`: start all of the portal on this machine, print one URL, stop everything on Ctrl-C."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from pathlib import Path

from migration_portal.embedded.errors import ServerFailed
from migration_portal.launch import preflight, rehearsal
from migration_portal.launch.console import Failed, say, step
from migration_portal.launch.prepare import Demo, check_source, prepare
from migration_portal.launch.supervisor import Supervisor


def main() -> int:
    """Run until stopped; the exit code tells whether it was stopped on purpose."""
    parser = argparse.ArgumentParser(prog="make run")
    parser.add_argument("--port", type=_port, default=8000)
    parser.add_argument("--repo", default="", help="a folder, an archive or an https Git URL to scan too")
    wanted = parser.parse_args()
    _stop_on_signals()
    try:
        run(wanted.port, wanted.repo)
    except KeyboardInterrupt:
        return 0
    except (Failed, ServerFailed) as error:
        say(f"\nThe portal stopped: {error}")
        return 1
    return 0


def _port(text: str) -> int:
    if text.isdecimal() and 0 < int(text) < 65536:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text} is not a port; give a number from 1 to 65535, as in PORT=9000")


def _stop_on_signals() -> None:
    """Let each of them end the run in order, also SIGINT that a shell ignores for background programs."""
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.default_int_handler)
    # Whoever said nohup wants the portal to outlive the terminal.
    if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.default_int_handler)


def run(port: int, repo: str) -> None:
    """Start what is needed, in order, and watch over it."""
    from migration_portal import embedded

    started, url, var = time.monotonic(), f"http://127.0.0.1:{port}", embedded.var_dir()
    say("Starting the portal")
    check_source(repo)
    preflight.check(var, port)
    with preflight.only_one(var, url), Supervisor(var / "log") as supervisor:
        start_servers()
        demo = prepare(repo, rehearsal.node_of(var / "node"), var / "log" / "prepare.log")
        supervisor.start_portal(port)
        with step("Web, worker and reconciler"):
            supervisor.await_web(url)
        start_node(supervisor, url, var / "node", demo)
        say(f"\nUp after {time.monotonic() - started:.1f} s; logs are in {var / 'log'}.")
        say(f"Open this link; it signs you in once:\n\n    {url}/sign-in/{demo.token}/\n")
        say("Ctrl-C stops everything.")
        supervisor.watch()


def start_servers() -> None:
    """Start the embedded servers unless the environment names others, and tell every child where they are."""
    from migration_portal import embedded

    with step("PostgreSQL and Valkey"):
        for name, url_of in (("DATABASE_URL", embedded.database_url), ("BROKER_URL", embedded.broker_url)):
            if not os.environ.get(name):
                os.environ[name] = url_of()


def start_node(supervisor: Supervisor, url: str, home: Path, demo: Demo) -> None:
    """Enrol the rehearsal node the first time, then start it."""
    with step("Rehearsal node"):
        rehearsal.enrol(url, home, demo.enrolment_code)
        supervisor.start_node(home)


if __name__ == "__main__":
    sys.exit(main())
