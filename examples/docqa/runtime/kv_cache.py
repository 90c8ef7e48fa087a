"""Keys and values of earlier tokens, on whatever device the picker chose."""

import torch

from docqa.device.pick import move


class KeyValueCache:
    def __init__(self, layers: int):
        self.keys: list[torch.Tensor | None] = [None] * layers
        self.values: list[torch.Tensor | None] = [None] * layers

    def extend(self, layer: int, key: torch.Tensor, value: torch.Tensor):
        if self.keys[layer] is not None:
            key = torch.cat([self.keys[layer], key], dim=2)
            value = torch.cat([self.values[layer], value], dim=2)
        self.keys[layer], self.values[layer] = key, value
        return key, value

    def on_device(self, rank: int = 0) -> None:
        self.keys = [key if key is None else move(key, rank) for key in self.keys]
        self.values = [value if value is None else move(value, rank) for value in self.values]

    def bytes(self) -> int:
        held = [tensor for tensor in (*self.keys, *self.values) if tensor is not None]
        return sum(tensor.numel() * tensor.element_size() for tensor in held)
