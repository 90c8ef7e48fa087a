"""Pairs what is written once for CUDA and once for the NPU: `sync_cuda` and `sync_npu` side by side."""

from __future__ import annotations

import re

_WORDS = ("npu", "ascend", "hccl", "cuda", "gpu", "nvidia", "nccl")
_CUDA = re.compile(r"(?<![a-z])(?:cuda|gpu|nvidia|nccl)(?![a-z])|(?:Cuda|CUDA|GPU|Gpu|NCCL|Nccl)(?![a-z])")
_NPU = re.compile(r"(?<![a-z])(?:npu|ascend|hccl)(?![a-z])|(?:Npu|NPU|Ascend|HCCL|Hccl)(?![a-z])")


def pair_of(name: str) -> str:
    """What the names of both share: `sync_*`; nothing for a name that speaks of neither device alone."""
    if not _speaks(name):
        return ""
    for_cuda, for_npu = _CUDA.subn("*", name), _NPU.subn("*", name)
    if bool(for_cuda[1]) == bool(for_npu[1]):
        return ""
    return for_cuda[0] if for_cuda[1] else for_npu[0]


def is_for_npu(name: str) -> bool:
    """Whether the name is that of the NPU's half."""
    return _speaks(name) and bool(_NPU.search(name))


def _speaks(name: str) -> bool:
    """Whether any of the words stands in it at all: hardly a name or path holds one."""
    plain = name.lower()
    for word in _WORDS:  # noqa: SIM110 (generators cost more than the search)
        if word in plain:
            return True
    return False
