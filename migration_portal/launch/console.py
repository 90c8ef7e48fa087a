"""How setup and launcher speak: one line a step, with its time, and one line for a failure."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from migration_portal.causes import known_cause, last_line


class Failed(Exception):
    """Setup or launch cannot go on; the message is for the person at the terminal."""


def say(text: str) -> None:
    """Print one line at once, also into a pipe."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


@contextmanager
def step(text: str) -> Iterator[None]:
    """Say what is being done, and after it how long it took."""
    started = time.monotonic()
    sys.stdout.write(f"  {text} ... ")
    sys.stdout.flush()
    outcome = "failed"
    try:
        yield
        outcome = f"{time.monotonic() - started:.1f} s"
    finally:
        say(outcome)


def run_logged(command: Sequence[str], log: Path, environment: Mapping[str, str] | None = None) -> str:
    """Run COMMAND and return what it printed; a failure is told by its cause, with all of it in LOG.

    Only a failure is written down: what went well may hold a one-time token.
    """
    try:
        done = subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            errors="replace",
            env=environment,
            check=False,
        )
        if done.returncode == 0:
            return done.stdout
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text(done.stdout, encoding="utf-8")
    except OSError as error:
        raise Failed(f"{known_cause(str(error)) or error}") from error
    raise Failed(f"{known_cause(done.stdout) or last_line(done.stdout)} (all of it: {log})")
