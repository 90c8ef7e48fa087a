"""How the agent is told to stop: once, it finishes what runs; twice or for too long, it hands that back."""

from __future__ import annotations

import logging
import signal
import time
from types import FrameType

log = logging.getLogger(__name__)


class Stop:
    """What signals have asked for so far. Only the monotonic clock counts: the other one may jump."""

    def __init__(self, drain_s: float = float("inf")) -> None:
        self._drain_s = drain_s
        self._times: list[float] = []

    def listen(self) -> None:
        """Take SIGTERM and SIGINT from now on."""
        signal.signal(signal.SIGTERM, self.ask)
        signal.signal(signal.SIGINT, self.ask)

    def ask(self, number: int = signal.SIGTERM, _frame: FrameType | None = None) -> None:
        """Ask once more."""
        self._times.append(time.monotonic())

    @property
    def asked(self) -> bool:
        """Whether no new work is to be taken."""
        return bool(self._times)

    @property
    def insisted(self) -> bool:
        """Whether what runs is to be handed back now."""
        if len(self._times) > 1:
            return True
        return bool(self._times) and time.monotonic() > self._times[0] + self._drain_s
