"""What a command costs: CPU seconds of all its processes, and memory of the largest and of all together."""

from __future__ import annotations

import os
import resource
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import psutil

_SAMPLED_S = 0.2


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of the processor and of the clock; memory in MiB, as the system counts it for each process."""

    cpu: float
    own_cpu: float
    """Of the first process alone, as far as it was seen: what no other processor can take off it."""
    wall: float
    largest: float
    worker: float
    """The largest of the processes that the first one started; 0 where it started none."""
    together: float


def cost_of(command: Sequence[str], settings: Mapping[str, str] = MappingProxyType({})) -> Cost:
    """Run the command to its end, its output thrown away; `settings` are environment variables.

    Programs of Python may keep their bytecode, as those that are installed do.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.monotonic()
    environment = {**os.environ, "PATH": f"{Path(command[0]).parent}:{os.environ['PATH']}", **settings}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    own, largest, worker, together = _watched(process)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(cpu, own, time.monotonic() - started, largest, worker, together)


def _watched(process: subprocess.Popen[bytes]) -> tuple[float, float, float, float]:
    """CPU seconds of the first process; most of any one, of any but the first, and of all at one time."""
    own = largest = worker = together = 0.0
    first = psutil.Process(process.pid)
    while process.poll() is None:
        with suppress(psutil.Error):
            used = first.cpu_times()
            held = [_held(one) for one in (first, *first.children(recursive=True))]
            own = used.user + used.system
            largest, together = max(largest, *held), max(together, sum(held))
            worker = max(worker, *held[1:], 0.0)
        time.sleep(_SAMPLED_S)
    return own, largest, worker, together


def _held(process: psutil.Process) -> float:
    try:
        return float(process.memory_info().rss) / 2**20
    except psutil.Error:
        return 0.0
