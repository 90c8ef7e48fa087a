"""The sentences that say where an effort comes from, in both languages."""

from __future__ import annotations

from migration_engine.model import Coupling, EffortClass, Rule
from migration_engine.text import Text

_SIZES = {
    EffortClass.MINUTES: Text("sized in minutes each", "每处按分钟级估算"),
    EffortClass.HOURS: Text("sized in hours each", "每处按小时级估算"),
    EffortClass.DAYS: Text("sized in days", "按天级估算"),
    EffortClass.REDESIGN: Text("needs a redesign", "需要重新设计"),
}
_VERIFICATION = {
    Coupling.STRONG: Text(
        "Verification: outputs compared layer by layer on both devices, one throughput run",
        "验证：在两种设备上逐层比对输出，并做一次吞吐测试",
    ),
    Coupling.WEAK: Text(
        "Verification: recorded requests replayed against the new address",
        "验证：向新地址回放已录制的请求并比对响应",
    ),
}


def rule_reason(rule: Rule, places: int, files: int) -> Text:
    """Why a rule costs what it costs in one component."""
    size = _SIZES[rule.effort]
    return Text(
        f"{rule.title.en}: {_count(places, 'place')} in {_count(files, 'file')}, {size.en}",
        f"{rule.title.zh}：{files} 个文件共 {places} 处，{size.zh}",
    )


def verification_reason(coupling: Coupling) -> Text:
    """What is done once for a component that was touched."""
    return _VERIFICATION[coupling]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
