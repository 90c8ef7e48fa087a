"""What the fields of a rule mean, said in both languages, for pages about rules."""

from __future__ import annotations

from collections.abc import Iterator

from migration_engine.effort import load_calibration
from migration_engine.model import Coupling, EffortClass, Layer, Replacement, Rule, RuleKind
from migration_engine.planning.texts import LAYER_NAMES
from migration_engine.rules.vocabulary import ReplacementKind, Verified
from migration_engine.text import Text

COUPLINGS = {
    Coupling.STRONG: Text("strong: must change to run right", "强：须修改才能正确运行"),
    Coupling.WEAK: Text(
        "weak: stays behind a standard interface, re-point or check", "弱：位于标准接口之后，改指向或核对即可"
    ),
    Coupling.NONE: Text("none: stays as it is", "无：保持不变"),
}
KINDS = {
    RuleKind.COUPLING: Text("coupling", "耦合"),
    RuleKind.DEBT: Text("debt: worth tidying, counted apart", "技术债：值得整理，单独统计"),
    RuleKind.INFORMATION: Text("information: news, without effort", "信息：仅作提示，不计工作量"),
}
REPLACEMENTS = {
    ReplacementKind.AUTOMATIC: Text(
        "automatic: transfer_to_npu redirects it at run time", "自动：运行时由 transfer_to_npu 重定向"
    ),
    ReplacementKind.RENAME: Text("rename", "改名"),
    ReplacementKind.DROP_IN: Text("drop-in", "直接替换"),
    ReplacementKind.RE_POINT: Text("re-point", "改指向"),
    ReplacementKind.REWRITE: Text("rewrite", "改写"),
    ReplacementKind.REMOVE: Text("remove", "移除"),
    ReplacementKind.OPERATOR: Text("custom operator", "自定义算子"),
    ReplacementKind.NONE: Text("nothing takes its place", "无替代"),
}


def layer_name(layer: Layer) -> Text:
    """The layer with its number."""
    name = LAYER_NAMES[layer]
    return Text(f"{layer.value} {name.en}", f"{layer.value} {name.zh}")


def effort_meaning(size: EffortClass) -> Text:
    """The class with its person-days for the first place, low to high, as the calibration has them."""
    days = load_calibration().classes[size]
    names = {
        EffortClass.MINUTES: Text("minutes", "分钟级"),
        EffortClass.HOURS: Text("hours", "小时级"),
        EffortClass.DAYS: Text("days", "天级"),
        EffortClass.REDESIGN: Text("redesign", "重新设计"),
    }
    low, likely, high = (f"{one:g}" for one in (days.low, days.likely, days.high))
    return Text(
        f"{names[size].en}: {likely} person-days for the first place ({low} to {high})",
        f"{names[size].zh}：首处 {likely} 人天（{low} 至 {high}）",
    )


def vouched(verified: str, source: str) -> Text:
    """Who stands behind a counterpart."""
    if verified == Verified.SOURCE:
        return Text(f"stated by {source}", f"出处：{source}")
    return Text("not verified: our reading", "未经验证：为我们的判断")


def counterparts(replacement: Replacement) -> Iterator[tuple[str, Text, Text]]:
    """Each symbol of the table with its counterpart and who vouches for that one."""
    for symbol, counterpart in replacement.table.items():
        yield symbol, counterpart, _vouched_for(symbol, replacement)


def _vouched_for(symbol: str, replacement: Replacement) -> Text:
    """Sources of wildcards speak of symbols without a row of their own."""
    for named, source in replacement.sources.items():
        if symbol in (named, named.partition("=")[0]):
            unverified = source == Verified.UNVERIFIED
            return vouched(Verified.UNVERIFIED if unverified else Verified.SOURCE, source)
    return vouched(replacement.verified, replacement.source)


def patterns(rule: Rule) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Kind of thing and what is looked for; what is left alone comes last, marked `not`."""
    yield from rule.match.items()
    yield from ((f"not {kind}", names) for kind, names in rule.unless.items())
