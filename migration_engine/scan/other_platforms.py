"""Scripts, images and requirements of other systems and chips: no NPU machine uses them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from migration_engine.model import Finding, FindingStatus

_ARTEFACTS = re.compile(
    r"(?i)(?:^|/)(?:[^/]*(?:dockerfile|containerfile|requirements|compose|environment)[^/]*"
    r"|[^/]+\.(?:sh|zsh|command|ps1|bat|cmd))$"
)
_PLATFORMS = re.compile(
    r"(?i)(?<![a-z])(?:macos|mac|darwin|osx|apple|windows|win32|win64|cpu|intel|amd|rocm|xpu|hpu|gaudi|tpu|mps)"
    r"(?![a-z])"
)
_OURS = re.compile(r"(?i)(?<![a-z])(?:cuda|gpus?|nvidia|npu|ascend|linux)(?![a-z])")
_PARTS = 2
"""The name itself and its folder: further up a path names a topic."""


def with_other_platforms(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings, with those in such a file marked as handled by the file itself."""
    return tuple(
        replace(finding, status=FindingStatus.HANDLED, handled_by=f"{finding.path}:1")
        if finding.status is FindingStatus.OPEN and is_for_another_platform(finding.path)
        else finding
        for finding in findings
    )


def is_for_another_platform(path: str) -> bool:
    """`start_macos.sh`, `docker/cpu/Dockerfile`, `requirements-rocm.txt`; not `cuda-windows/Dockerfile`."""
    name = "/".join(path.split("/")[-_PARTS:])
    return bool(_ARTEFACTS.search(path) and _PLATFORMS.search(name) and not _OURS.search(name))
