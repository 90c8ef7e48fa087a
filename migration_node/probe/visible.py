"""What ASCEND_RT_VISIBLE_DEVICES leaves visible, read as the runtime reads it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from migration_engine.text import Text

NAME = "ASCEND_RT_VISIBLE_DEVICES"
LEADING = re.compile(r"\d{1,6}(?:,\d{1,6})*")


@dataclass(frozen=True, slots=True)
class Visible:
    """The logic ids that a process may use; None is all. `problem` says what the list will not do."""

    devices: tuple[int, ...] | None
    problem: Text | None = None


def visible_npus(environment: Mapping[str, str]) -> Visible:
    """Read the variable. The runtime stops at the first strange character and wants ascending numbers."""
    if NAME not in environment:
        return Visible(None)
    given = environment[NAME]
    found = LEADING.match(given)
    devices = tuple(int(number) for number in found[0].split(",")) if found else ()
    if not devices:
        return Visible((), _nothing(given))
    if any(second <= first for first, second in pairwise(devices)):
        return Visible((), _unordered(given, sorted(set(devices))))
    return Visible(devices, None if LEADING.fullmatch(given) else _cut(given, devices))


def _nothing(given: str) -> Text:
    return Text(
        f"{NAME}={given!r} hides every NPU: unset it, or list logic ids such as 0,1.",
        f"{NAME}={given!r} 会隐藏全部 NPU：请取消设置，或按逻辑编号列出，例如 0,1。",
    )


def _unordered(given: str, better: list[int]) -> Text:
    listed = ",".join(map(str, better))
    return Text(
        f"{NAME}={given!r} is not ascending, which leaves 0 devices: write {listed}.",
        f"{NAME}={given!r} 未按升序排列，运行时会得到 0 个设备：请写成 {listed}。",
    )


def _cut(given: str, devices: tuple[int, ...]) -> Text:
    kept = ",".join(map(str, devices))
    return Text(
        f"{NAME}={given!r} is read only up to {kept}: digits and commas, without blanks.",
        f"{NAME}={given!r} 只会读到 {kept}：只能使用数字和逗号，不能有空格。",
    )
