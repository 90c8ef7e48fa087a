"""Bounds the computing time that one file may take, so that no file can hold up a scan."""

from __future__ import annotations

import signal
import threading
from types import FrameType

LONGEST_S = 30


class OutOfTime(Exception):
    """The block took more computing time than it was given."""


_ready: list[int] = []
"""Not empty once the signal is answered here; it is never sent without the timer below."""


class computing_time:
    """Raise OutOfTime inside the block once it has used so many seconds of a processor.

    A last resort: what is bounded by counts ends before, on every machine alike. Only the main thread of a
    process can be interrupted; elsewhere the block is not bounded.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._bounded = threading.current_thread() is threading.main_thread()

    def __enter__(self) -> None:
        if self._bounded:
            if not _ready:
                _ready.append(signal.SIGVTALRM)
                signal.signal(signal.SIGVTALRM, _out_of_time)
            signal.setitimer(signal.ITIMER_VIRTUAL, self._seconds)

    def __exit__(self, *_: object) -> None:
        if self._bounded:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _out_of_time(number: int, frame: FrameType | None) -> None:
    raise OutOfTime
