"""What a process that the agent starts may know of the agent's environment: names on a list, nothing else."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

_PLAIN = frozenset({"PATH", "HOME", "LANG", "TZ", "TMPDIR", "USER", "LD_LIBRARY_PATH", "LD_PRELOAD"})
_PREFIXES = (
    "ASCEND",
    "HCCL_",
    "CUDA_",
    "NCCL_",
    "LC_",
    "OMP_",
    "PYTORCH_",
    "TASK_QUEUE",
    "CPU_AFFINITY",
    "FAKETIME",
)
# The driver tools lie where login shells look and services do not.
_TOOL_FOLDERS = ("/usr/local/bin", "/usr/local/sbin", "/usr/local/Ascend/driver/tools")


def plain_environment(environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """The listed names only: no token, no broker, no portal."""
    given = os.environ if environment is None else environment
    return {name: value for name, value in given.items() if name in _PLAIN or name.startswith(_PREFIXES)}


def tool_environment() -> dict[str, str]:
    """For vendor tools: English output, and a path on which they are found."""
    kept = plain_environment()
    path = os.pathsep.join([kept.get("PATH", os.defpath), *_TOOL_FOLDERS])
    return kept | {"PATH": path, "LANG": "C", "LC_ALL": "C"}


def python_environment() -> dict[str, str]:
    """For our own code in another interpreter: our packages are found, torch loads no back end by itself.

    Half a torch_npu breaks `import torch` otherwise; warnings that jobs count must not be switched off.
    """
    root = Path(__file__).resolve().parent.parent
    ours = [str(root), *(entry for entry in sys.path if entry.endswith("-packages"))]
    return plain_environment() | {
        "PYTHONPATH": os.pathsep.join(ours),
        "PYTHONUNBUFFERED": "1",
        "TORCH_DEVICE_BACKEND_AUTOLOAD": "0",
    }
