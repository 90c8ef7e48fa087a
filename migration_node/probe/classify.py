"""From what was found to what it means and what to do next."""

from __future__ import annotations

from enum import StrEnum

from migration_engine.text import Text


class Readiness(StrEnum):
    """How far a machine is from running on an NPU."""

    NO_DEVICE = "no_device"
    DRIVER_TOOL_MISSING = "driver_tool_missing"
    CANN_NOT_SOURCED = "cann_not_sourced"
    READY = "ready"


ADVICE = {
    Readiness.NO_DEVICE: Text(
        "No /dev/davinci device here: this machine can rehearse, not measure. In a container, pass the "
        "devices in.",
        "未发现 /dev/davinci 设备：本机只能演练，不能实测。若在容器中，请将设备映射进来。",
    ),
    Readiness.DRIVER_TOOL_MISSING: Text(
        "Devices are present, but npu-smi does not answer: install the driver package, or mount it into the "
        "container together with /usr/local/Ascend/driver and /dev/davinci_manager.",
        "已有设备，但 npu-smi 无响应：请安装驱动；若在容器中，请一并挂载 /usr/local/Ascend/driver 与 "
        "/dev/davinci_manager。",
    ),
    Readiness.CANN_NOT_SOURCED: Text(
        "The driver answers, but libhccl.so is not on the library path: install CANN if it is missing, then "
        "source its set_env.sh before starting the node.",
        "驱动正常，但库路径中没有 libhccl.so：如未安装 CANN 请先安装，"
        "然后在启动节点前执行 source set_env.sh。",
    ),
    Readiness.READY: Text(
        "Devices, driver and CANN are in place.",
        "设备、驱动与 CANN 均已就绪。",
    ),
}


def classify(*, devices: int, chips: int, cann_sourced: bool) -> Readiness:
    """The first thing that is missing on the way from device to toolkit."""
    if not devices:
        return Readiness.NO_DEVICE
    if not chips:
        return Readiness.DRIVER_TOOL_MISSING
    return Readiness.READY if cann_sourced else Readiness.CANN_NOT_SOURCED
