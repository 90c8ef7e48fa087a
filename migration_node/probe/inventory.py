"""Everything that can be learned about a node without touching a framework."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from migration_engine.protocol import DeviceKind, Json
from migration_node.probe import npu_smi
from migration_node.probe.cann import Cann, driver_record, find_cann
from migration_node.probe.classify import ADVICE, Readiness, classify
from migration_node.probe.command import output_of
from migration_node.probe.machine import describe_machine
from migration_node.probe.packages import versions_in


@dataclass(frozen=True, slots=True)
class Inventory:
    """One look at the machine."""

    readiness: Readiness
    device_files: tuple[str, ...]
    chips: tuple[npu_smi.Chip, ...]
    gpus: tuple[str, ...]
    driver: str
    cann: Cann
    packages: Mapping[str, str]
    machine: Mapping[str, str | int]

    @property
    def device_kind(self) -> DeviceKind:
        """An NPU that is present counts as NPU even before its software is complete."""
        if self.device_files:
            return DeviceKind.NPU
        return DeviceKind.CUDA if self.gpus else DeviceKind.CPU

    @property
    def chip(self) -> str:
        """The accelerator's name as its tool gives it; “cpu” without one."""
        if self.chips:
            return self.chips[0].name
        if self.device_files:
            return "npu"
        return self.gpus[0] if self.gpus else "cpu"

    def to_dict(self) -> dict[str, Json]:
        """The data of an inventory result."""
        return {
            "classification": str(self.readiness),
            "advice": asdict(ADVICE[self.readiness]),
            "device_files": list(self.device_files),
            "chips": [asdict(chip) for chip in self.chips],
            "driver": self.driver,
            "cann": asdict(self.cann),
            "packages": dict(self.packages),
            "machine": dict(self.machine),
        }


def take_inventory(python: Path | None = None, devices: Path = Path("/dev")) -> Inventory:
    """Probe files and tools; package versions are those of the given interpreter."""
    device_files = tuple(sorted(str(file) for file in devices.glob("davinci[0-9]*")))
    table = output_of(["npu-smi", "info"])
    chips = npu_smi.chips(table)
    cann = find_cann()
    return Inventory(
        readiness=classify(devices=len(device_files), chips=len(chips), cann_sourced=cann.sourced),
        device_files=device_files,
        chips=chips,
        gpus=_gpus() if not device_files else (),
        driver=npu_smi.driver_version(table) or driver_record(),
        cann=cann,
        packages=versions_in(python or Path(sys.executable)),
        machine=describe_machine(),
    )


def _gpus() -> tuple[str, ...]:
    names = output_of(["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"])
    return tuple(name.strip() for name in names.splitlines() if name.strip())
