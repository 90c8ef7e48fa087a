"""A machine with one NPU, made of files and a script that stands in for the driver tool."""

import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from migration_node.probe.inventory import Inventory, take_inventory
from tests.node.probe.samples import B_910B, BOARD


@dataclass
class NpuMachine:
    """Its tool answers from files, so that a test may change what it says."""

    root: Path

    def tool(self, script: str) -> None:
        """Replace npu-smi."""
        file = self.root / "bin/npu-smi"
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)

    def take(self, **environment: str) -> Inventory:
        """Look at the machine with CANN sourced."""
        sourced = {
            "LD_LIBRARY_PATH": str(self.root / "cann/lib64"),
            "ASCEND_HOME_PATH": str(self.root / "cann"),
        }
        return take_inventory(devices=self.root / "dev", environment=sourced | environment)


@pytest.fixture
def npu_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> NpuMachine:
    """Return the machine; its tool is first on the path."""
    for name, text in {
        "dev/davinci0": "",
        "cann/lib64/libhccl.so": "",
        "cann/ascend_toolkit_install.info": "version=8.5.0\n",
        "bin/table": B_910B,
        "bin/board": BOARD,
        "bin/map": "NPU ID  Chip ID  Chip Logic ID  Chip Name\n5  0  0  Ascend 910B3\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    machine = NpuMachine(tmp_path)
    here = tmp_path / "bin"
    machine.tool(f"""case "$*" in
  info) cat {here}/table ;;
  "info -m") cat {here}/map ;;
  "info -t board"*) cat {here}/board ;;
  *) exit 1 ;;
esac""")
    monkeypatch.setenv("PATH", f"{here}{os.pathsep}{os.environ['PATH']}")
    return machine
