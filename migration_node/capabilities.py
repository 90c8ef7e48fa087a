"""What this node tells the portal about itself."""

from __future__ import annotations

import os
import re
from dataclasses import asdict, dataclass

from migration_engine.protocol import CATALOGUE, DeviceKind, Json
from migration_engine.text import Text
from migration_node.devices import Devices, usable_devices
from migration_node.environments import BENCH, child_python, python_of, torch_python
from migration_node.errors import NodeError
from migration_node.home import NodeHome
from migration_node.probe.framework import Framework, try_framework
from migration_node.probe.inventory import Inventory, take_inventory
from migration_node.runners.base import engine_version

PROTOCOL = 2


@dataclass(frozen=True, slots=True)
class Profile:
    """The machine as seen at one moment, and the device that jobs will use."""

    inventory: Inventory
    device_kind: DeviceKind
    has_torch: bool
    has_bench: bool
    devices: Devices
    framework: Framework | None

    @property
    def chip(self) -> str:
        """A short name that can be part of a queue's name."""
        name = self.inventory.chip if self.device_kind is self.inventory.device_kind else self.device_kind
        return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "unknown"

    def capabilities(self) -> dict[str, Json]:
        """What the portal decides by."""
        return {
            "kinds": sorted(CATALOGUE),
            "device_kind": str(self.device_kind),
            "chip": self.chip,
            "devices": len(self.devices.usable),
            "cann": self.inventory.cann.version,
            "torch": self.has_torch,
            "bench": self.has_bench,
            "protocol": PROTOCOL,
            "engine": engine_version(),
        }

    def facts(self) -> dict[str, Json]:
        """What people want to read about the node."""
        framework = asdict(self.framework) if self.framework else None
        return self.inventory.to_dict() | {"framework": framework}


def take_profile(home: NodeHome) -> Profile:
    """Probe the machine. NODE_DEVICE=cpu keeps a machine with an accelerator to rehearsals."""
    inventory = take_inventory(child_python(home))
    wanted = os.environ.get("NODE_DEVICE", "auto")
    kind = inventory.device_kind if wanted == "auto" else _device_kind(wanted)
    python = torch_python(home)
    return Profile(
        inventory=inventory,
        device_kind=kind,
        has_torch=python is not None,
        has_bench=python_of(home, BENCH) is not None,
        devices=usable_devices(inventory, kind, os.environ),
        # Loading torch takes seconds of processor time: it is tried where there is something to reach.
        framework=try_framework(python, kind) if python and kind is not DeviceKind.CPU else None,
    )


def _device_kind(name: str) -> DeviceKind:
    try:
        return DeviceKind(name)
    except ValueError:
        raise NodeError(
            Text(
                f"NODE_DEVICE={name!r} is unknown; use auto, cpu, cuda or npu",
                f"NODE_DEVICE={name!r} 无法识别；请使用 auto、cpu、cuda 或 npu",
            )
        ) from None
