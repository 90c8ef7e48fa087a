"""What is said about two versions that are used together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum

from migration_engine.text import Text


class Fit(StrEnum):
    """`not_in_table` is no verdict: nobody has written that the two were tried together."""

    KNOWN_BAD = "known_bad"
    NOT_IN_TABLE = "not_in_table"
    SUPPORTED = "supported"


FIT_NAMES: Mapping[Fit, Text] = {
    Fit.SUPPORTED: Text("supported", "受支持"),
    Fit.NOT_IN_TABLE: Text("not in table", "配套表未列出"),
    Fit.KNOWN_BAD: Text("known bad", "已知不兼容"),
}

PART_NAMES: Mapping[str, str] = {
    "driver": "driver",
    "firmware": "firmware",
    "cann": "CANN",
    "torch": "torch",
    "torch_npu": "torch_npu",
    "python": "Python",
    "vllm": "vLLM",
    "vllm_ascend": "vllm-ascend",
    "mindie": "MindIE",
}


@dataclass(frozen=True, slots=True)
class Pair:
    """Two parts with their versions, whether they fit, why, and who says so (“” where nobody does)."""

    first: str
    first_version: str
    second: str
    second_version: str
    fit: Fit
    reason: Text
    source: str
    address: str

    def to_dict(self) -> dict[str, object]:
        """The plain form for JSON."""
        return asdict(self) | {"fit": str(self.fit)}


@dataclass(frozen=True, slots=True)
class Judgement:
    """All pairs of parts whose versions are known; a part with an unknown version is in none of them."""

    pairs: tuple[Pair, ...]

    @property
    def worst(self) -> Fit | None:
        """The fit that decides, or None when there was nothing to compare."""
        return next((fit for fit in Fit if any(pair.fit is fit for pair in self.pairs)), None)

    def of(self, fit: Fit) -> tuple[Pair, ...]:
        """The pairs with that fit."""
        return tuple(pair for pair in self.pairs if pair.fit is fit)
