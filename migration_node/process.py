"""Starting, reading and ending the process group of one job."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO

from migration_engine.protocol import DeviceKind, JobSpec, Json
from migration_node.environment import python_environment
from migration_node.feed import Feed


class JobProcess:
    """A child in a session of its own, so that ending it ends what it started."""

    def __init__(
        self, python: Path, spec: JobSpec, device_kind: DeviceKind, feed: Feed, folder: Path
    ) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        reader, writer = os.pipe()
        self._process = subprocess.Popen(
            [str(python), "-m", "migration_node.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env=python_environment() | {"NODE_EVENTS_FD": str(writer)},
            pass_fds=(writer,),
            start_new_session=True,
        )
        os.close(writer)
        self._readers = [
            _thread(_read_events, os.fdopen(reader, "rb"), feed),
            _thread(_read_lines, self._process.stdout, feed),
        ]
        self._order({"spec": spec.to_dict(), "device_kind": str(device_kind)})

    def wait(self, seconds: float) -> int | None:
        """The exit code, or None while it still runs."""
        try:
            return self._process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            return None

    def finish(self) -> None:
        """End whatever is left of the group and read what it has said."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for reader in self._readers:
            reader.join(timeout=5)
        if self._process.stdin:
            with suppress(BrokenPipeError):
                self._process.stdin.close()

    def _order(self, order: Mapping[str, Json]) -> None:
        assert self._process.stdin
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(order).encode() + b"\n")
            self._process.stdin.flush()


def _thread(read: object, stream: IO[bytes] | None, feed: Feed) -> threading.Thread:
    thread = threading.Thread(target=read, args=(stream, feed), daemon=True)  # type: ignore[arg-type]
    thread.start()
    return thread


def _read_events(stream: IO[bytes], feed: Feed) -> None:
    with stream:
        for line in stream:
            feed.event(json.loads(line))


def _read_lines(stream: IO[bytes], feed: Feed) -> None:
    for line in stream:
        feed.line(line.decode("utf-8", errors="replace").rstrip())
