"""What a job kind is given: its parameters, its device and a way to say how far it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from migration_engine.protocol import DeviceKind, Json

Progress = Callable[[str, int, int], None]
Log = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Context:
    """One run of one job kind inside the child process."""

    parameters: Mapping[str, Json]
    device_kind: DeviceKind
    progress: Progress
    log: Log
