"""Starting, reading and ending the process group of one job."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from migration_engine.protocol import DeviceKind, JobSpec
from migration_node.environment import python_environment
from migration_node.feed import Feed

log = logging.getLogger(__name__)
LONGEST_EVENT = 32 * 1024 * 1024
LONGEST_LINE = 64 * 1024


@dataclass(frozen=True, slots=True)
class Order:
    """What a child is to do, on what, and what its environment says beside the usual."""

    spec: JobSpec
    device_kind: DeviceKind
    variables: Mapping[str, str]

    def line(self) -> bytes:
        """The order as the child reads it."""
        return (
            json.dumps({"spec": self.spec.to_dict(), "device_kind": str(self.device_kind)}).encode() + b"\n"
        )


class JobProcess:
    """A child in a session of its own, so that ending it ends what it started."""

    def __init__(self, python: Path, order: Order, feed: Feed, folder: Path) -> None:
        (folder / "files").mkdir(mode=0o700, parents=True, exist_ok=True)
        reader, writer = os.pipe()
        self._process = subprocess.Popen(
            [str(python), "-m", "migration_node.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env=python_environment() | dict(order.variables) | {"NODE_EVENTS_FD": str(writer)},
            pass_fds=(writer,),
            start_new_session=True,
        )
        os.close(writer)
        self._readers = [
            _thread(_read_events, os.fdopen(reader, "rb"), feed),
            _thread(_read_lines, self._process.stdout, feed),
        ]
        self._send(order.line())

    @property
    def code(self) -> int:
        """How the child ended; negative is a signal. To be asked after `finish`."""
        return self._process.returncode or 0

    def wait(self, seconds: float) -> int | None:
        """The exit code, or None while it still runs."""
        try:
            return self._process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            return None

    def ask_to_end(self) -> None:
        """Ask the whole group; the child may still say what it came to."""
        self._signal(signal.SIGTERM)

    def finish(self, grace_s: float) -> None:
        """End whatever is left of the group, first by asking, and read what it has said."""
        if self._process.poll() is None:
            self.ask_to_end()
            self.wait(grace_s)
        self._signal(signal.SIGKILL)
        self._process.wait()
        for reader in self._readers:
            reader.join(timeout=5)
        if self._process.stdin:
            with suppress(BrokenPipeError):
                self._process.stdin.close()

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    def _send(self, line: bytes) -> None:
        assert self._process.stdin
        with suppress(BrokenPipeError):
            self._process.stdin.write(line)
            self._process.stdin.flush()


Read = Callable[[IO[bytes], Feed], None]


def _thread(read: Read, stream: IO[bytes] | None, feed: Feed) -> threading.Thread:
    thread = threading.Thread(target=read, args=(stream, feed), daemon=True)
    thread.start()
    return thread


def _read_events(stream: IO[bytes], feed: Feed) -> None:
    """A child that is killed leaves half a line; that is no event."""
    with stream:
        while line := stream.readline(LONGEST_EVENT):
            try:
                feed.event(json.loads(line))
            except (ValueError, TypeError, KeyError) as error:
                log.warning("an event of the job could not be read: %s", error)


def _read_lines(stream: IO[bytes], feed: Feed) -> None:
    while line := stream.readline(LONGEST_LINE):
        feed.line(line.decode("utf-8", errors="replace").rstrip())
