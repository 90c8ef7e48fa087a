"""Telling how far a running scan is, and that its worker is alive."""

from __future__ import annotations

import threading
import time
from types import TracebackType

from django.db import connection
from django.db.models.functions import Now

from apps.scans.models import Scan

WRITE_EVERY_S = 0.5
BEAT_EVERY_S = 10.0


class Progress:
    """Collects the engine's steps and writes them at most every half second."""

    def __init__(self, scan_id: int, run_token: str) -> None:
        self._owned = Scan.objects.owned(scan_id, run_token)
        self._steps: dict[str, tuple[int, int]] = {}
        self._written_at = 0.0

    def __call__(self, step: str, done: int, total: int) -> None:
        """Take note of a step's counts; this is the engine's progress callback."""
        self._steps[step] = (done, total)
        if time.monotonic() - self._written_at >= WRITE_EVERY_S:
            self.flush()

    def flush(self) -> None:
        """Write what is known now."""
        self._owned.all().update(steps=self.steps(), heartbeat_at=Now())
        self._written_at = time.monotonic()

    def steps(self) -> list[dict[str, str | int]]:
        """Return the steps in the order in which they began."""
        return [{"name": name, "done": done, "total": total} for name, (done, total) in self._steps.items()]


class Heartbeat:
    """Beats from a thread and a connection of its own: a long step reports no counts but is alive."""

    def __init__(self, scan_id: int, run_token: str) -> None:
        self._owned = Scan.objects.owned(scan_id, run_token)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._beat, name=f"scan-{scan_id}-heartbeat", daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join()

    def _beat(self) -> None:
        try:
            while not self._stop.wait(BEAT_EVERY_S):
                self._owned.all().update(heartbeat_at=Now())
        finally:
            connection.close()
