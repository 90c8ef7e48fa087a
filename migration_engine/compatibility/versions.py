"""Reading and matching versions as their makers write them: v0.18.0, 8.3.RC1, 24.1.rc3.7, 2.9.0.post2."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_PACKAGES = {"torch": "torch", "torch_npu": "torch-npu", "vllm": "vllm", "vllm_ascend": "vllm-ascend"}
_BOUND = re.compile(r"(?P<sign>>=|<=|<|>|==)(?P<version>[\d.]+)")


def versions_in(facts: Mapping[str, Any]) -> dict[str, str]:
    """The versions that the facts of an inventory name, by part; an unknown one is left out."""
    packages = facts.get("packages") or {}
    found = {part: packages.get(name, "") for part, name in _PACKAGES.items()}
    found |= {
        "driver": facts.get("driver", ""),
        "firmware": facts.get("firmware", ""),
        "firmware_range": facts.get("firmware_range", ""),
        "cann": (facts.get("cann") or {}).get("version", ""),
        "mindie": facts.get("mindie") or packages.get("mindie", ""),
        "python": packages.get("python", ""),
    }
    return {part: str(version) for part, version in found.items() if version}


def plain(part: str, version: str) -> str:
    """The form that is compared: small letters, no leading v, no local build, Python as major.minor."""
    text = version.strip().lower().removeprefix("v").partition("+")[0].replace("-beta", ".beta")
    return ".".join(text.split(".")[:2]) if part == "python" else text


def release(version: str) -> tuple[str, ...]:
    """The numbers of a release without what follows them: 2.9.0.post2 is (2, 9, 0)."""
    numbers: list[str] = []
    for step in plain("", version).split("."):
        digits = re.match(r"\d+", step)
        if not digits:
            break
        numbers.append(digits[0])
        if digits[0] != step:
            break
    return tuple(numbers)


def matches(part: str, wanted: str, version: str) -> bool:
    """Whether a version is one that a table names: itself, 25.5.X for all of a series, or within bounds."""
    if _BOUND.match(wanted):
        return within(wanted, version)
    have, want = plain(part, version), plain(part, wanted)
    if want.endswith(".x"):
        return have.startswith(want[:-1])
    # Patches of drivers, CANN and MindIE count as the release; an alpha is none of it yet.
    is_patched = part in ("driver", "cann", "mindie") and have.startswith(f"{want}.")
    return have == want or (is_patched and "alpha" not in have)


def within(bounds: str, version: str) -> bool:
    """Whether a version keeps every bound of `>=3.10,<3.12`."""
    return all(_keeps(bound["sign"], bound["version"], version) for bound in _BOUND.finditer(bounds))


def _keeps(sign: str, bound: str, version: str) -> bool:
    limit = tuple(map(int, release(bound)))
    have = tuple(map(int, release(version)))[: len(limit)]
    return {
        ">=": have >= limit,
        "<=": have <= limit,
        ">": have > limit,
        "<": have < limit,
        "==": have == limit,
    }[sign]
