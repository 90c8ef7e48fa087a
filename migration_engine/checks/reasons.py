"""Why an item stands where it stands, in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from migration_engine.checks.item import Condition
from migration_engine.text import Text

NO_JOB_KIND = Text(
    "No job kind proves this yet, so it stays unproven.",
    "目前还没有能够验证此项的作业类型，因此仍为未证明。",
)
NO_EVIDENCE = Text(
    "No evidence yet: request the job that proves it.",
    "尚无证据：请发起能够验证此项的作业。",
)
NONE_COUNTS = Text(
    "None of the evidence counts for this item; each piece says why.",
    "现有证据均不能用于证明此项，原因见各条证据。",
)
ERRORED = Text(
    "The job ended in an error, so it says neither yes nor no.",
    "作业因错误中止，既不能证明通过，也不能证明未通过。",
)
REPLACED = Text(
    "A newer result of the same machine replaces it.",
    "已被同一台机器的更新结果取代。",
)


def hash_differs(sha256: str) -> Text:
    """Return the reason for evidence that is no longer what was received."""
    return Text(
        f"Ignored: what is stored no longer has the hash {sha256[:12]} that was written at receipt.",
        f"已忽略：当前存储内容的哈希与接收时记录的 {sha256[:12]} 不一致。",
    )


def not_about(condition: Condition) -> Text:
    """Return the reason for a result that measured something else."""
    return Text(
        f"Not about this item: “{condition.path}” differs from what the criterion asks for.",
        f"与此项无关：“{condition.path}”与判定标准的要求不符。",
    )


def value_missing(condition: Condition) -> Text:
    """Return the reason for a result that does not carry the value of the criterion."""
    return Text(
        f"The result does not carry “{condition.path}”, which the criterion needs.",
        f"结果中缺少判定标准所需的“{condition.path}”。",
    )


def failed(on_npu: bool) -> Text:
    """Return the reason for a check that said no."""
    if on_npu:
        return Text("A measurement on the NPU said no.", "在 NPU 上的实测未通过。")
    return Text(
        "A rehearsal said no: find the cause before spending NPU time.",
        "演练未通过：请先查明原因，再占用 NPU 时间。",
    )


def proven(measured_on: Mapping[str, str]) -> Text:
    """Return the reason for a criterion that was met on an NPU."""
    chip = measured_on.get("chip") or "NPU"
    return Text(f"Measured on {chip}: the criterion is met.", f"已在 {chip} 上实测，满足判定标准。")


def rehearsed(measured_on: Mapping[str, str]) -> Text:
    """Return the reason for a criterion that was met, but not on an NPU."""
    device = measured_on.get("device_kind") or "?"
    return Text(
        f"Only rehearsed on {device}: a measurement on an NPU is still needed.",
        f"仅在 {device} 上演练过，仍需在 NPU 上实测。",
    )
