"""Tells by its path that a file serves only machines without NVIDIA's chips, or another system."""

from __future__ import annotations

import re

_LANGUAGES = frozenset({"dockerfile", "shell", "requirements", "compose", "conda", "dotenv", "ci", "make"})
_OTHERS = frozenset(
    {
        *("cpu", "cpuonly", "amd", "rocm", "hip", "intel", "xpu", "tpu", "hpu", "gaudi", "mps", "metal"),
        *("mac", "macos", "osx", "darwin", "windows", "win", "win32"),
    }
)
_NVIDIA = re.compile(r"cuda|gpu|nvidia|cu\d\d")


def is_for_others(path: str, language: str) -> bool:
    """Of scripts, images, requirements and pipelines alone: code may serve several chips at once."""
    if language not in _LANGUAGES:
        return False
    *folders, name = path.lower().split("/")
    near = "/".join([*folders[-1:], name])
    return not _NVIDIA.search(near) and bool(_OTHERS & set(re.split(r"[/._-]", near)))
