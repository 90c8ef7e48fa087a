"""Recording what every module puts out, in the order in which they are called."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import torch
from torch import nn

Outputs = dict[str, torch.Tensor]


def capture(model: nn.Module, ids: torch.Tensor) -> Outputs:
    """One forward pass; the first output of each module, as float32 on the processor."""
    outputs: Outputs = {}
    named = [(name, module) for name, module in model.named_modules() if name]
    hooks = [module.register_forward_hook(partial(_keep, outputs, name)) for name, module in named]
    try:
        with torch.no_grad():
            model(ids)
    finally:
        for hook in hooks:
            hook.remove()
    return outputs


def _keep(outputs: Outputs, name: str, _module: nn.Module, _given: object, output: torch.Tensor) -> None:
    if name not in outputs and output.is_floating_point():
        outputs[name] = output.detach().to("cpu", torch.float32)


Hook = Callable[[nn.Module], None]
"""Something a drill does to the target model before it runs, a fault put into one layer say."""
