"""Running a vendor's tool so that its absence, its hanging or its babble is only news."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import IO

from migration_node.environment import tool_environment

MOST_BYTES = 1024 * 1024
# No limit of address space: driver libraries reserve far more than they use.
LIMITS = ((resource.RLIMIT_FSIZE, MOST_BYTES), (resource.RLIMIT_CPU, 60), (resource.RLIMIT_CORE, 0))
GRACE_S = 5.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool said, and why it is not to be believed (“” when it ended well)."""

    text: str
    problem: str

    @property
    def trusted(self) -> str:
        """The text of a tool that ended well, else nothing."""
        return "" if self.problem else self.text


def ask(
    command: Sequence[str], *, seconds: float = 20.0, environment: Mapping[str, str] | None = None
) -> Answer:
    """Run a tool in a session of its own under limits; its output is cut at 1 MB."""
    with tempfile.TemporaryFile() as output:
        try:
            process = subprocess.Popen(
                list(command),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=dict(environment or tool_environment()),
                start_new_session=True,
            )
        except OSError as error:
            return Answer("", f"{command[0]}: {error.strerror or error}")
        problem = _ended(process, seconds)
        return Answer(_read(output), problem and f"{command[0]} {problem}")


def output_of(command: Sequence[str], *, seconds: float = 20.0) -> str:
    """The output of a tool that ended well, or an empty text."""
    return ask(command, seconds=seconds).trusted


def _ended(process: subprocess.Popen[bytes], seconds: float) -> str:
    """Wait for the tool; return what went wrong. A tool stuck in the driver cannot even be killed."""
    _limit(process.pid)
    try:
        code = process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        _kill(process.pid)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=GRACE_S)
        return f"gave no answer within {seconds:g} s"
    _kill(process.pid)
    if code < 0:
        return f"was ended by signal {-code}"
    return f"ended with code {code}" if code else ""


def _limit(pid: int) -> None:
    for kind, most in LIMITS:
        with suppress(OSError, ValueError):
            resource.prlimit(pid, kind, (most, most))


def _kill(group: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _read(output: IO[bytes]) -> str:
    output.seek(0)
    return output.read(MOST_BYTES).decode("utf-8", errors="replace").replace("\x00", "\ufffd")
