"""The rehearsal: the same work on the processor, never a measurement."""

from __future__ import annotations

import platform

import torch

from migration_engine.protocol import DeviceKind, MeasuredOn
from migration_node.runners.base import describe_stack


class CpuRunner:
    """Runs everything synchronously on the processor."""

    kind = DeviceKind.CPU

    def __init__(self) -> None:
        # The models are small: a second thread only waits for the first, and on a busy machine costs sixfold.
        torch.set_num_threads(1)

    def device(self) -> str:
        """The processor has one name."""
        return "cpu"

    def count(self) -> int:
        """How many devices this process sees."""
        return 1

    def synchronize(self) -> None:
        """Nothing is ever queued here."""

    def measured_on(self) -> MeasuredOn:
        """Names the processor architecture as the chip."""
        return describe_stack(self.kind, f"cpu {platform.machine()}", torch=str(torch.__version__))
