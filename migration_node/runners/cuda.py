"""An NVIDIA GPU: the baseline that a migration is compared with."""

from __future__ import annotations

import torch

from migration_engine.protocol import DeviceKind, MeasuredOn
from migration_engine.text import Text
from migration_node.errors import RunnerMissing
from migration_node.probe.command import output_of
from migration_node.runners.base import describe_stack


class CudaRunner:
    """Runs on the first visible GPU."""

    kind = DeviceKind.CUDA

    def __init__(self) -> None:
        if not torch.cuda.is_available():
            raise RunnerMissing(
                Text(
                    "torch sees no GPU; check the driver and CUDA_VISIBLE_DEVICES",
                    "torch 未发现 GPU；请检查驱动与 CUDA_VISIBLE_DEVICES",
                )
            )

    def device(self) -> str:
        """One GPU is enough for a comparison."""
        return "cuda:0"

    def count(self) -> int:
        """How many devices this process sees."""
        return int(torch.cuda.device_count())

    def synchronize(self) -> None:
        """Wait for the GPU."""
        torch.cuda.synchronize()

    def measured_on(self) -> MeasuredOn:
        """Names the GPU and the driver that the vendor's tool reports."""
        driver = output_of(["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"])
        return describe_stack(
            self.kind,
            str(torch.cuda.get_device_name(0)),
            driver=driver.splitlines()[0].strip() if driver else "",
            torch=str(torch.__version__),
        )
