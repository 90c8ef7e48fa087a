"""What a job kind is given: its parameters, its device and a way to say how far it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from migration_engine.protocol import DeviceKind, Json

Progress = Callable[[str, int, int], None]
Log = Callable[[str], None]
Attach = Callable[[str, str, str], None]


def _nowhere(name: str, media_type: str, content: str) -> None:
    """A file that nobody wants."""


@dataclass(frozen=True, slots=True)
class Context:
    """One run of one job kind inside the child process.

    `attach(name, media_type, content)` adds a text file to the result.
    """

    parameters: Mapping[str, Json]
    device_kind: DeviceKind
    progress: Progress
    log: Log
    attach: Attach = _nowhere
