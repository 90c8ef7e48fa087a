"""Picking the runner of a device kind; the library behind it is loaded only then."""

from __future__ import annotations

from migration_engine.protocol import DeviceKind
from migration_node.runners.base import Runner


def open_runner(kind: DeviceKind) -> Runner:
    """The runner, or RunnerMissing; it never falls back to the processor by itself."""
    if kind is DeviceKind.NPU:
        from migration_node.runners.ascend import AscendRunner

        return AscendRunner()
    if kind is DeviceKind.CUDA:
        from migration_node.runners.cuda import CudaRunner

        return CudaRunner()
    from migration_node.runners.cpu import CpuRunner

    return CpuRunner()
