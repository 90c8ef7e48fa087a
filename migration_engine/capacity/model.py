"""What a model takes: bytes of weights, bytes of a token's keys and values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

import yaml

_FILE = Path(__file__).with_name("models.yaml")


class Precision(StrEnum):
    """How a number is stored."""

    BF16 = "bf16"
    FP16 = "fp16"
    FP8 = "fp8"
    INT8 = "int8"
    INT4 = "int4"

    @property
    def bytes(self) -> float:
        """Bytes a number takes; four bits carry a scale for every 128 numbers or fewer."""
        return _BYTES[self]


_BYTES = {
    Precision.BF16: 2.0,
    Precision.FP16: 2.0,
    Precision.FP8: 1.0,
    Precision.INT8: 1.0,
    Precision.INT4: 0.53,
}


@dataclass(frozen=True, slots=True)
class Model:
    """The shape of a transformer with grouped heads; `active` parameters answer one token of a mixture."""

    name: str
    parameters: float
    layers: int
    kv_heads: int
    head_dim: int
    active: float | None = None

    def weight_bytes(self, precision: Precision) -> float:
        """All weights."""
        return self.parameters * precision.bytes

    def kv_bytes_per_token(self, precision: Precision) -> float:
        """Keys and values that one token of context keeps."""
        return 2 * self.layers * self.kv_heads * self.head_dim * precision.bytes


@dataclass(frozen=True, slots=True)
class Load:
    """What an instance must hold at once: requests, each with so much context, and memory left free.

    `headroom` is the share of memory for activations, graphs, communication buffers and fragments.
    """

    context_tokens: int
    concurrency: int
    weights: Precision = Precision.BF16
    cache: Precision = Precision.BF16
    headroom: float = 0.15


@cache
def models() -> Mapping[str, Model]:
    """Known shapes by name."""
    rows = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    return {
        row["name"]: Model(
            name=row["name"],
            parameters=row["parameters_b"] * 1e9,
            layers=row["layers"],
            kv_heads=row["kv_heads"],
            head_dim=row["head_dim"],
            active=row["active_b"] * 1e9 if "active_b" in row else None,
        )
        for row in rows
    }
