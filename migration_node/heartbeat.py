"""The thread that keeps a lease alive until the attempt's result is accepted."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping
from enum import StrEnum
from types import TracebackType

from migration_engine.protocol import Json
from migration_node.errors import Fenced, PortalRefused, PortalUnreachable
from migration_node.feed import Feed
from migration_node.portal import Lease, Portal

log = logging.getLogger(__name__)
QUICKEST = 1.0


class Standing(StrEnum):
    """What the portal last said about the attempt."""

    OURS = "ours"
    CANCELED = "canceled"
    LOST = "lost"


class Heartbeat:
    """Beats on its own clock, and at once when there is new progress to show."""

    def __init__(self, portal: Portal, lease: Lease, feed: Feed, seconds: float) -> None:
        self._portal, self._lease, self._feed, self._seconds = portal, lease, feed, seconds
        self._done = threading.Event()
        self._standing = Standing.OURS
        self._thread = threading.Thread(target=self._beat_on, daemon=True)

    @property
    def standing(self) -> Standing:
        """Whether to go on."""
        return self._standing

    def __enter__(self) -> Heartbeat:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        self._thread.join(timeout=30)

    def _beat_on(self) -> None:
        shown: Mapping[str, Json] = {}
        due = 0.0
        while not self._done.is_set() and self._standing is not Standing.LOST:
            progress = self._feed.progress
            if time.monotonic() >= due or progress != shown:
                self._beat(progress)
                shown, due = progress, time.monotonic() + self._seconds
            self._done.wait(min(QUICKEST, self._seconds))

    def _beat(self, progress: Mapping[str, Json]) -> None:
        try:
            if self._portal.heartbeat(self._lease, progress):
                self._standing = Standing.CANCELED
        except PortalUnreachable as error:
            log.warning("heartbeat not delivered, going on: %s", error)
        except (Fenced, PortalRefused) as error:
            log.warning("the attempt is no longer ours: %s", error)
            self._standing = Standing.LOST
