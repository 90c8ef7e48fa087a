"""Rotary position embedding, already at home on both kinds of device."""

import torch

try:
    import torch_npu
except ImportError:
    torch_npu = None


def rotate(query, cos, sin):
    if query.device.type == "npu":
        return torch_npu.npu_rotary_mul(query, cos, sin)
    first, second = query.chunk(2, dim=-1)
    return query * cos + torch.cat((-second, first), dim=-1) * sin


def clear_caches() -> None:
    if torch_npu is not None and torch_npu.npu.is_available():
        torch_npu.npu.empty_cache()
    else:
        torch.cuda.empty_cache()
