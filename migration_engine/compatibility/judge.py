"""Judging the versions of a machine, pair by pair."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from migration_engine.compatibility.bindings import binding
from migration_engine.compatibility.judgement import PART_NAMES, Fit, Judgement, Pair
from migration_engine.compatibility.table import Row, Source, rows
from migration_engine.compatibility.versions import matches
from migration_engine.text import Text

# Every pair that some table is about, the part that the table lists first.
PAIRS = (
    ("driver", "firmware"),
    ("cann", "driver"),
    ("torch_npu", "cann"),
    ("torch_npu", "torch"),
    ("torch_npu", "python"),
    ("torch", "python"),
    ("vllm_ascend", "vllm"),
    ("vllm_ascend", "cann"),
    ("vllm_ascend", "torch_npu"),
    ("vllm_ascend", "torch"),
    ("vllm_ascend", "python"),
    ("mindie", "cann"),
    ("mindie", "driver"),
    ("mindie", "torch_npu"),
    ("mindie", "torch"),
    ("mindie", "python"),
)


def judge(versions: Mapping[str, str]) -> Judgement:
    """Judge every pair of which both versions are given (keys: PART_NAMES; unknown ones empty or absent).

    `firmware_range` is what the installed driver's own record accepts, as in `[7.0.0,7.7.99]`. A machine
    without any NPU part has no pair: torch on a plain processor is judged by nobody here.
    """
    if not any(versions.get(part) for part in ("driver", "cann", "torch_npu", "vllm_ascend", "mindie")):
        return Judgement(())
    known = [pair for pair in PAIRS if all(versions.get(part) for part in pair)]
    return Judgement(tuple(_pair(first, second, versions) for first, second in known))


def _pair(first: str, second: str, versions: Mapping[str, str]) -> Pair:
    found = binding(first, second, versions) or _said(first, second, versions)
    fit, reason, source = found or _unsaid(first, second, versions)
    return Pair(first, versions[first], second, versions[second], fit, reason, source.title, source.address)


def _said(first: str, second: str, versions: Mapping[str, str]) -> tuple[Fit, Text, Source] | None:
    """What the table says; “bad” wins over “supported”."""
    told = [row for row in _about(first, second, versions) if _names(row, second, versions[second])]
    if not told:
        return None
    row = min(told, key=lambda row: list(Fit).index(row.fit))
    names = _names_of(first, second, versions)
    if row.fit is Fit.KNOWN_BAD:
        return (
            row.fit,
            Text(f"{names.en} are said not to work.", f"{names.zh}：有来源指出不可用。"),
            row.source,
        )
    return row.fit, Text(f"{names.en} are listed.", f"{names.zh}：配套表中已列出。"), row.source


def _unsaid(first: str, second: str, versions: Mapping[str, str]) -> tuple[Fit, Text, Source]:
    names = _names_of(first, second, versions)
    about = [row for row in _about(first, second, versions) if row.fit is Fit.SUPPORTED]
    listed = [version for row in about for version in row.versions[second]]
    if not listed:
        reason = Text(f"No table says anything about {names.en}.", f"没有配套表提到{names.zh}。")
        return Fit.NOT_IN_TABLE, reason, Source("", "")
    with_it = ", ".join(dict.fromkeys(listed))
    reason = Text(
        f"{PART_NAMES[first]} {versions[first]} is listed with {PART_NAMES[second]} {with_it}, "
        f"not with {versions[second]}.",
        f"{PART_NAMES[first]} {versions[first]} 配套的 {PART_NAMES[second]} 为 {with_it}，"
        f"未列出 {versions[second]}。",
    )
    return Fit.NOT_IN_TABLE, reason, about[0].source


def _about(first: str, second: str, versions: Mapping[str, str]) -> Iterator[Row]:
    for row in rows():
        if second in row.versions and _names(row, first, versions[first]):
            yield row


def _names(row: Row, part: str, version: str) -> bool:
    return any(matches(part, wanted, version) for wanted in row.versions.get(part, ()))


def _names_of(first: str, second: str, versions: Mapping[str, str]) -> Text:
    one, other = (f"{PART_NAMES[part]} {versions[part]}" for part in (first, second))
    return Text(f"{one} and {other}", f"{one} 与 {other}")
