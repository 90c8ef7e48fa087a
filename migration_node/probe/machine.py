"""The machine around the accelerator: system, processor, memory, name."""

from __future__ import annotations

import os
import platform
import socket
from pathlib import Path


def describe_machine() -> dict[str, str | int]:
    """Plain facts; memory is left out where the system does not tell."""
    facts: dict[str, str | int] = {
        "host": socket.gethostname(),
        "system": platform.platform(),
        "architecture": platform.machine(),
        "python": platform.python_version(),
        "cpus": os.cpu_count() or 0,
    }
    memory = _memory_mb(Path("/proc/meminfo"))
    return facts | ({"memory_mb": memory} if memory else {})


def _memory_mb(meminfo: Path) -> int:
    if not meminfo.is_file():
        return 0
    for line in meminfo.read_text(encoding="ascii", errors="replace").splitlines():
        if line.startswith("MemTotal:"):
            return int(line.split()[1]) // 1024
    return 0
