"""Scripts, images, requirements and modules of other systems and chips: no NPU machine uses them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from migration_engine.expression import expression
from migration_engine.model import Finding, FindingStatus

_ARTEFACTS = expression(
    r"(?i)(?:^|/)(?:[^/]*(?:dockerfile|containerfile|requirements|compose|environment)[^/]*"
    r"|requirements/(?:[^/]+/)?[^/]+\.(?:txt|in)"
    r"|[^/]+\.(?:sh|zsh|command|ps1|bat|cmd))$"
)
_PLATFORMS = expression(
    r"(?i)(?<![a-z])(?:macos|mac|darwin|osx|apple|windows|win32|win64|cpu|intel|amd|rocm|xpu|hpu|gaudi|tpu|mps"
    r"|neuron|inferentia|trainium)(?![a-z])"
)
_OURS = expression(r"(?i)(?<![a-z])(?:cuda|gpus?|nvidia|npu|ascend|linux)(?![a-z])")
_PARTS = 2
"""The name itself and its folder: further up a path names a topic."""
_ACCELERATORS = frozenset({"gaudi", "habana", "hpu", "inferentia", "ipex", "rocm", "tpu", "trainium"})
"""Such a name alone makes a folder or module another chip's; `xpu` and `cpu` mean more than one thing."""


def with_other_platforms(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings, with those in such a file marked as handled by the file itself."""
    return tuple(
        replace(finding, status=FindingStatus.HANDLED, handled_by=f"{finding.path}:1")
        if finding.status is FindingStatus.OPEN and is_for_another_platform(finding.path)
        else finding
        for finding in findings
    )


@lru_cache(16384)
def is_for_another_platform(path: str) -> bool:
    """`start_macos.sh`, `docker/cpu/Dockerfile`, `backends/gaudi/a.py`; not `cuda-windows/Dockerfile`."""
    parts = path.split("/")
    name = "/".join(parts[-_PARTS:])
    if _OURS.search(name):
        return False
    return bool(_ARTEFACTS.search(path) and _PLATFORMS.search(name)) or _is_of_another_chip(parts)


def _is_of_another_chip(parts: Sequence[str]) -> bool:
    *folders, name = (part.lower() for part in parts)
    return not _ACCELERATORS.isdisjoint((*folders, name.partition(".")[0]))
