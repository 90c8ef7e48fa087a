"""Bounds the computing time that one file may take, so that no file can hold up a scan."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

LONGEST_S = 30


class OutOfTime(Exception):
    """The block took more computing time than it was given."""


@contextmanager
def computing_time(seconds: float) -> Iterator[None]:
    """Raise OutOfTime inside the block once it has used so many seconds of a processor.

    A last resort: what is bounded by counts ends before, on every machine alike. Only the main thread of a
    process can be interrupted; elsewhere the block is not bounded.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _out_of_time)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _out_of_time(number: int, frame: FrameType | None) -> None:
    raise OutOfTime
