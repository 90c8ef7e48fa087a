"""Attention with a fast back end where there is one, and a plain one to compare with."""

import torch
import torch.nn.functional as F

try:
    from flash_attn import flash_attn_func
except ImportError:  # built without CUDA
    flash_attn_func = None


def attend(query, key, value, *, backend: str = "flash", causal: bool = True):
    """Inputs are (batch, heads, tokens, width)."""
    if backend == "flash" and flash_attn_func is not None:
        turned = (tensor.transpose(1, 2) for tensor in (query, key, value))
        return flash_attn_func(*turned, causal=causal).transpose(1, 2)
    return F.scaled_dot_product_attention(query, key, value, is_causal=causal)


def exact(query, key, value):
    """The reference in double precision, used when somebody doubts the fast one."""
    scores = query.to(torch.float64) @ key.to(torch.float64).transpose(-1, -2)
    return torch.softmax(scores / query.shape[-1] ** 0.5, dim=-1) @ value.to(torch.float64)
