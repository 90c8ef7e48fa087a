"""How much memory the device has left, asked from the driver."""

import pynvml
from torch import cuda

from docqa.runtime.kv_cache import KeyValueCache


def free_bytes(index: int = 0) -> int:
    pynvml.nvmlInit()
    handle = pynvml.nvmlDeviceGetHandleByIndex(index)
    return pynvml.nvmlDeviceGetMemoryInfo(handle).free


def fits(cache: KeyValueCache, reserve: float = 0.15) -> bool:
    """Whether the cache may double and still leave the reserve."""
    return cache.bytes() < free_bytes() * (1 - reserve)


def peak_bytes() -> int:
    """The most that this process held since the last reset."""
    peak = cuda.max_memory_allocated()
    cuda.reset_peak_memory_stats()
    return peak
