"""Chooses the accelerator once; everybody else asks here."""

import torch


def accelerator() -> str:
    """`npu`, `cuda` or `cpu`: the first that answers."""
    if hasattr(torch, "npu") and torch.npu.is_available():
        return "npu"
    if torch.cuda.is_available():
        return "cuda"
    return "cpu"


def move(tensor: torch.Tensor, rank: int = 0) -> torch.Tensor:
    return tensor.to(f"{accelerator()}:{rank}")
