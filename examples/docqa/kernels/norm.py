"""Compiles the RMS norm kernel on first use."""

from functools import cache
from pathlib import Path

from torch.utils.cpp_extension import load

HERE = Path(__file__).parent


@cache
def _module():
    return load(
        name="docqa_rms_norm",
        sources=[str(HERE / "binding.cpp"), str(HERE / "rms_norm.cu")],
        extra_cuda_cflags=["-O3", "--use_fast_math"],
    )


def rms_norm(hidden, weight, epsilon: float = 1e-6):
    return _module().rms_norm(hidden, weight, epsilon)
