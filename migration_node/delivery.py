"""Handing something to the portal as often as it takes, as long as the attempt is ours."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from migration_node.errors import Fenced, PortalUnreachable
from migration_node.heartbeat import Heartbeat, Standing
from migration_node.stopping import Stop

log = logging.getLogger(__name__)
Answer = TypeVar("Answer")


class NotDelivered(Exception):
    """It did not arrive yet. `over`: the attempt is not ours any more, so it never will."""

    def __init__(self, *, over: bool) -> None:
        super().__init__("the attempt is over" if over else "something else is due")
        self.over = over


@dataclass(frozen=True, slots=True)
class Courier:
    """Brings things to the portal under one attempt, as long as there is patience for it."""

    heartbeat: Heartbeat
    stop: Stop
    retry_s: float
    has_patience: Callable[[], bool] = lambda: True

    def bring(self, send: Callable[[], Answer]) -> Answer:
        """Send until it arrives; sending twice is harmless. Raises NotDelivered, PortalRefused.

        It is tried at least once: the portal keeps a late result apart, and says so.
        """
        while True:
            try:
                return send()
            except Fenced as error:
                log.warning("not taken: %s", error)
                raise NotDelivered(over=True) from error
            except PortalUnreachable as error:
                log.warning("not delivered, trying again in %s s: %s", self.retry_s, error)
                self._pause()

    def _pause(self) -> None:
        deadline = time.monotonic() + self.retry_s
        while time.monotonic() < deadline:
            if self.heartbeat.standing is Standing.LOST:
                raise NotDelivered(over=True)
            if self.stop.insisted or not self.has_patience():
                raise NotDelivered(over=False)
            time.sleep(min(0.2, self.retry_s))
