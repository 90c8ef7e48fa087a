"""Everything that can be learned about a node without touching a framework."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from migration_engine.compatibility import Judgement, judge, versions_in
from migration_engine.protocol import DeviceKind, Json
from migration_node.probe import npu_lists, npu_smi, records
from migration_node.probe.cann import Cann, find_cann
from migration_node.probe.classify import ADVICE, Readiness, classify
from migration_node.probe.command import Answer, ask, output_of
from migration_node.probe.gpu import COMMAND as NVIDIA_SMI
from migration_node.probe.gpu import Gpu, gpus
from migration_node.probe.machine import describe_machine
from migration_node.probe.packages import versions_in as packages_of
from migration_node.probe.visible import Visible, visible_npus


@dataclass(frozen=True)
class Inventory:
    """One look at the machine; an empty text is unknown."""

    readiness: Readiness
    device_files: tuple[str, ...]
    chips: tuple[npu_smi.Chip, ...]
    gpus: tuple[Gpu, ...]
    driver: str
    firmware: str
    firmware_range: str
    mindie: str
    cann: Cann
    packages: Mapping[str, str]
    machine: Mapping[str, str | int]
    topology: npu_lists.Topology | None
    visible: Visible
    tool: Answer

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
        return self.gpus[0].name if self.gpus else "cpu"

    @cached_property
    def fits(self) -> Judgement:
        """What published tables say about the versions found here."""
        return judge(versions_in(self._versions()))

    def _versions(self) -> dict[str, Json]:
        return {
            "driver": self.driver,
            "firmware": self.firmware,
            "firmware_range": self.firmware_range,
            "mindie": self.mindie,
            "cann": asdict(self.cann),
            "packages": dict(self.packages),
        }

    def to_dict(self) -> dict[str, Json]:
        """The data of an inventory result."""
        return self._versions() | {
            "classification": str(self.readiness),
            "advice": asdict(ADVICE[self.readiness]),
            "device_files": list(self.device_files),
            "chips": [asdict(chip) for chip in self.chips],
            "gpus": [asdict(gpu) for gpu in self.gpus],
            "machine": dict(self.machine),
            "topology": asdict(self.topology) if self.topology else None,
            "visible": None if self.visible.devices is None else list(self.visible.devices),
            "visible_problem": asdict(self.visible.problem) if self.visible.problem else None,
        }


def take_inventory(
    python: Path | None = None, devices: Path = Path("/dev"), environment: Mapping[str, str] = os.environ
) -> Inventory:
    """Probe files and tools; package versions are those of the given interpreter."""
    device_files = tuple(sorted(str(file) for file in devices.glob("davinci[0-9]*")))
    tool = ask(["npu-smi", "info"])
    chips = npu_smi.chips(tool.trusted)
    root, cann = records.install_root(), find_cann(environment)
    return Inventory(
        readiness=classify(devices=len(device_files), chips=len(chips), cann_sourced=cann.sourced),
        device_files=device_files,
        chips=npu_lists.with_logic_ids(chips, output_of(["npu-smi", "info", "-m"]) if chips else ""),
        gpus=gpus(output_of(NVIDIA_SMI)),
        driver=npu_smi.driver_version(tool.trusted) or records.driver_record(root),
        firmware=_firmware(chips) or records.firmware_record(root),
        firmware_range=records.firmware_range(root),
        mindie=records.mindie_record(environment=environment),
        cann=cann,
        packages=packages_of(python or Path(sys.executable)),
        machine=describe_machine(),
        topology=npu_lists.topology(output_of(["npu-smi", "info", "-t", "topo"])) if chips else None,
        visible=visible_npus(environment),
        tool=tool,
    )


def _firmware(chips: tuple[npu_smi.Chip, ...]) -> str:
    """What the first board runs: that counts more than what was installed for the next restart."""
    if not chips:
        return ""
    fields = npu_lists.board(output_of(["npu-smi", "info", "-t", "board", "-i", str(chips[0].npu)]))
    return fields.get("Firmware Version", "")
