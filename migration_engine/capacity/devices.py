"""Memory and bandwidth of devices, each with its source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

_FILE = Path(__file__).with_name("devices.yaml")
GIB = 2**30


@dataclass(frozen=True, slots=True)
class Device:
    """One device as servers count it; `grade` and `source` say how far its figures can be trusted."""

    name: str
    vendor: str
    memory_gib: float
    bandwidth_gb_s: float
    grade: str
    source: str

    @property
    def memory_bytes(self) -> float:
        """All of its memory."""
        return self.memory_gib * GIB

    @property
    def bandwidth_bytes_s(self) -> float:
        """What its memory delivers at best."""
        return self.bandwidth_gb_s * 1e9


@cache
def devices() -> Mapping[str, Device]:
    """The known devices by name."""
    return {row["name"]: Device(**row) for row in yaml.safe_load(_FILE.read_text(encoding="utf-8"))}
