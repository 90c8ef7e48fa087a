"""What this node tells the portal about itself."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from migration_engine.protocol import CATALOGUE, DeviceKind, Json
from migration_node.errors import NodeError
from migration_node.home import NodeHome
from migration_node.probe.inventory import Inventory, take_inventory
from migration_node.runners.base import engine_version
from migration_node.torch_env import child_python, torch_python


@dataclass(frozen=True, slots=True)
class Profile:
    """The machine as seen at one moment, and the device that jobs will use."""

    inventory: Inventory
    device_kind: DeviceKind
    has_torch: bool

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
            "torch": self.has_torch,
            "engine": engine_version(),
        }

    def facts(self) -> dict[str, Json]:
        """What people want to read about the node."""
        return self.inventory.to_dict()


def take_profile(home: NodeHome) -> Profile:
    """Probe the machine. NODE_DEVICE=cpu keeps a machine with an accelerator to rehearsals."""
    inventory = take_inventory(child_python(home))
    wanted = os.environ.get("NODE_DEVICE", "auto")
    return Profile(
        inventory=inventory,
        device_kind=inventory.device_kind if wanted == "auto" else _device_kind(wanted),
        has_torch=torch_python(home) is not None,
    )


def _device_kind(name: str) -> DeviceKind:
    try:
        return DeviceKind(name)
    except ValueError:
        raise NodeError(f"NODE_DEVICE={name!r} is unknown; use auto, cpu, cuda or npu") from None
