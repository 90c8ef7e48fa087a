"""Pieces of evidence that the checklist tests share."""

from __future__ import annotations

from migration_engine.checks import Condition, Evidence, Group, Item, Stage
from migration_engine.checks.item import Comparison
from migration_engine.protocol.canonical import Json
from migration_engine.text import Text

ITEM = Item(
    id="layers-align",
    group=Group.PRECISION,
    stage=Stage.CORRECTNESS,
    title=Text("Layers align", "逐层对齐"),
    criterion=Text("Relative error ≤ 3 %.", "相对误差 ≤ 3%。"),
    why=Text("It names the operator.", "可定位算子。"),
    job_kind="layer_alignment",
    applies_when=(Condition("target.dtype", Comparison.EQUALS, "bfloat16"),),
    limits=(Condition("worst.relative_error", Comparison.AT_MOST, 0.03),),
)


def evidence(
    *,
    device: str = "npu",
    host: str = "node-1",
    verdict: str = "succeeded",
    error: float | None = 0.01,
    dtype: str = "bfloat16",
    intact: bool = True,
    rehearsal: bool | None = None,
) -> Evidence:
    """Return evidence of a layer comparison; every keyword changes one thing."""
    values: dict[str, Json] = {"target": {"dtype": dtype}, "worst": {"relative_error": error}}
    return Evidence(
        kind="layer_alignment",
        verdict=verdict,
        rehearsal=(device != "npu") if rehearsal is None else rehearsal,
        sha256="a" * 64,
        found_sha256="a" * 64 if intact else "b" * 64,
        measured_on={"device_kind": device, "host": host, "chip": "910B3" if device == "npu" else ""},
        values=values,
    )
