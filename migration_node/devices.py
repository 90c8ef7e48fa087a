"""Which devices an attempt gets, and how its process sees those and no other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from migration_engine.protocol import DeviceKind
from migration_engine.text import Text
from migration_node.errors import RunnerMissing
from migration_node.probe.inventory import Inventory

BROKEN = ("Alarm", "Critical")
NPUS, GPUS = "ASCEND_RT_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES"
# It lists what the machine has: hiding devices from it would make it lie.
SEES_THE_MACHINE = "inventory"


@dataclass(frozen=True, slots=True)
class Devices:
    """The accelerators of a node that may work, by the numbers that their runtime takes, ascending."""

    kind: DeviceKind
    usable: tuple[str, ...]

    def assigned(self, count: int) -> tuple[str, ...]:
        """The first COUNT of them, all for 0. Raises RunnerMissing when there are not as many."""
        if count > len(self.usable):
            raise RunnerMissing(_too_few(count, len(self.usable)))
        return self.usable[: count or None]

    def variables(self, job_kind: str, count: int) -> dict[str, str]:
        """What the child's environment says: its own devices, and none of the other sort."""
        if job_kind == SEES_THE_MACHINE:
            return {}
        listed = ",".join(self.assigned(count))
        return {
            NPUS: listed if self.kind is DeviceKind.NPU else "",
            GPUS: listed if self.kind is DeviceKind.CUDA else "",
            "CUDA_DEVICE_ORDER": "PCI_BUS_ID",
        }


def _too_few(wanted: int, usable: int) -> Text:
    return Text(
        f"the job needs {wanted} devices, {usable} of this node are healthy and visible; "
        "`npu-migrate-node doctor` says which are not",
        f"作业需要 {wanted} 个设备，本节点健康且可见的只有 {usable} 个；"
        "`npu-migrate-node doctor` 会指出其余设备的问题",
    )


def usable_devices(inventory: Inventory, kind: DeviceKind, environment: Mapping[str, str]) -> Devices:
    """The healthy ones that the operator left visible to the agent itself."""
    if kind is DeviceKind.NPU:
        return Devices(kind, _npus(inventory))
    return Devices(kind, _gpus(inventory, environment.get(GPUS)) if kind is DeviceKind.CUDA else ())


def _npus(inventory: Inventory) -> tuple[str, ...]:
    numbered = [
        chip.logic_id if chip.logic_id is not None else place
        for place, chip in enumerate(inventory.chips)
        if chip.health not in BROKEN
    ]
    allowed = inventory.visible.devices
    return tuple(str(number) for number in sorted(numbered) if allowed is None or number in allowed)


def _gpus(inventory: Inventory, wanted: str | None) -> tuple[str, ...]:
    """GPUs can be named by UUID too; such a list stays as the operator wrote it."""
    present = [str(index) for index in sorted(gpu.index for gpu in inventory.gpus)]
    if wanted is None:
        return tuple(present)
    listed = [name.strip() for name in wanted.split(",") if name.strip()]
    return tuple(name for name in listed if name in present or not name.isdecimal())
