"""What a running job has said so far, shared between its readers and its senders."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import cast

from migration_engine.protocol import Json
from migration_node.outbox import File

LONGEST_LINE = 2000
LONGEST_STEP = 100
MOST_COUNT = 2**31 - 1
MOST_FILES = 20
BATCH = 200


class Feed:
    """Progress, log lines and the result of one attempt; safe to use from several threads."""

    def __init__(self, most_lines: int) -> None:
        self._lock = threading.Lock()
        self._lines: list[str] = []
        self._room = most_lines
        self._progress: Mapping[str, Json] = {}
        self._result: Mapping[str, Json] | None = None
        self._files: list[File] = []

    def event(self, event: Mapping[str, Json]) -> None:
        """Take one event of the child."""
        if "log" in event:
            self.line(cast(str, event["log"]))
        with self._lock:
            if "progress" in event:
                self._progress = _progress(cast(Mapping[str, Json], event["progress"]))
            if "file" in event:
                self._keep_file(cast(Mapping[str, str], event["file"]))
            if "result" in event:
                self._result = cast(Mapping[str, Json], event["result"])

    def _keep_file(self, named: Mapping[str, str]) -> None:
        if len(self._files) < MOST_FILES and "/" not in named["name"] and not named["name"].startswith("."):
            self._files.append(File(named["name"], named["media_type"]))

    def line(self, text: str) -> None:
        """Keep a line, until the job's share is used up: then say so once."""
        with self._lock:
            if self._room > 0:
                self._lines.append(text[:LONGEST_LINE].replace("\x00", "\ufffd"))
            elif self._room == 0:
                self._lines.append("… log cut here: the job wrote more lines than its limit allows")
            self._room -= 1

    def take_lines(self) -> list[str]:
        """The next batch to send; each line is given out once."""
        with self._lock:
            batch, self._lines = self._lines[:BATCH], self._lines[BATCH:]
            return batch

    @property
    def progress(self) -> Mapping[str, Json]:
        """The latest progress; empty before the first."""
        with self._lock:
            return self._progress

    @property
    def files(self) -> tuple[File, ...]:
        """The files that belong to the result."""
        with self._lock:
            return tuple(self._files)

    @property
    def result(self) -> Mapping[str, Json] | None:
        """The result document, once the child has sent it."""
        with self._lock:
            return self._result


def _progress(given: Mapping[str, Json]) -> dict[str, Json]:
    """Progress within the bounds of the protocol: a bad figure must not cost the lease."""
    done, total = (min(max(int(cast(int, given[name])), 0), MOST_COUNT) for name in ("done", "total"))
    return {"step": str(given["step"])[:LONGEST_STEP], "done": done, "total": total}
