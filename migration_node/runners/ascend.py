"""An Ascend NPU; the only module of the product that imports torch_npu."""

from __future__ import annotations

import torch

from migration_engine.text import Text

try:
    import torch_npu
except ImportError as error:
    from migration_node.errors import RunnerMissing

    raise RunnerMissing(
        Text(
            f"torch_npu does not load ({error}); source the set_env.sh of CANN and match the versions",
            f"torch_npu 无法加载（{error}）；请执行 CANN 的 source set_env.sh，并核对版本配套",
        )
    ) from error

from migration_engine.protocol import DeviceKind, MeasuredOn
from migration_node.errors import RunnerMissing
from migration_node.probe import npu_smi
from migration_node.probe.cann import find_cann
from migration_node.probe.command import output_of
from migration_node.probe.records import driver_record
from migration_node.runners.base import describe_stack


class AscendRunner:
    """Runs on the first NPU that ASCEND_RT_VISIBLE_DEVICES leaves visible."""

    kind = DeviceKind.NPU

    def __init__(self) -> None:
        if not torch.npu.is_available() or torch.npu.device_count() == 0:
            raise RunnerMissing(
                Text(
                    "torch_npu sees no NPU; ASCEND_RT_VISIBLE_DEVICES must be an ascending list of digits",
                    "torch_npu 未发现 NPU；ASCEND_RT_VISIBLE_DEVICES 必须是按升序排列的数字列表",
                )
            )
        torch.npu.set_device(0)

    def device(self) -> str:
        """One NPU is enough for a comparison."""
        return "npu:0"

    def count(self) -> int:
        """How many devices this process sees."""
        return int(torch.npu.device_count())

    def synchronize(self) -> None:
        """Wait for the NPU's stream."""
        torch.npu.synchronize()

    def measured_on(self) -> MeasuredOn:
        """CANN as torch_npu was built and loaded with, else as the install record says."""
        cann = str(getattr(torch.version, "cann", None) or "") or find_cann().version
        return describe_stack(
            self.kind,
            str(torch.npu.get_device_name(0)),
            driver=npu_smi.driver_version(output_of(["npu-smi", "info"])) or driver_record(),
            cann=cann,
            torch=str(torch.__version__),
            torch_npu=str(torch_npu.__version__),
        )
