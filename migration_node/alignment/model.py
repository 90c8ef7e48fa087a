"""A small decoder transformer in plain torch, every step a module of its own so that it can be watched."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import nn

from migration_node.alignment.inputs import LONGEST, VOCABULARY

HEADS = 4
MLP_FACTOR = 4


@dataclass(frozen=True, slots=True)
class Shape:
    """What the weights depend on; the same shape gives the same weights."""

    blocks: int
    width: int
    seed: int


class Attention(nn.Module):  # type: ignore[misc]
    """Causal self-attention, written out so that scores and probabilities are modules too."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))
        self.softmax = nn.Softmax(dim=-1)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        """Each position looks at itself and at what came before."""
        length, width = hidden.shape[-2:]
        query, key, value = (self._heads(part(hidden)) for part in (self.query, self.key, self.value))
        scores = query @ key.transpose(-1, -2) / math.sqrt(width // HEADS)
        later = torch.ones(length, length, dtype=torch.bool, device=hidden.device).triu(1)
        mixed = self.softmax(scores.masked_fill(later, float("-inf"))) @ value
        return self.out(mixed.transpose(-2, -3).reshape(*hidden.shape))

    @staticmethod
    def _heads(hidden: torch.Tensor) -> torch.Tensor:
        length, width = hidden.shape[-2:]
        return hidden.reshape(*hidden.shape[:-2], length, HEADS, width // HEADS).transpose(-2, -3)


class Mlp(nn.Module):  # type: ignore[misc]
    """Up, activation, down."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.up = nn.Linear(width, width * MLP_FACTOR)
        self.activation = nn.GELU()
        self.down = nn.Linear(width * MLP_FACTOR, width)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        """Position by position."""
        return self.down(self.activation(self.up(hidden)))


class Block(nn.Module):  # type: ignore[misc]
    """Norm before each half, residual around it."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm_attention = nn.LayerNorm(width)
        self.attention = Attention(width)
        self.norm_mlp = nn.LayerNorm(width)
        self.mlp = Mlp(width)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        """Attention, then the position-wise part."""
        hidden = hidden + self.attention(self.norm_attention(hidden))
        return hidden + self.mlp(self.norm_mlp(hidden))


class Transformer(nn.Module):  # type: ignore[misc]
    """Embeddings, blocks, norm, head."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.embedding = nn.Embedding(VOCABULARY, shape.width)
        self.position = nn.Embedding(LONGEST, shape.width)
        self.blocks = nn.ModuleList(Block(shape.width) for _ in range(shape.blocks))
        self.norm = nn.LayerNorm(shape.width)
        self.head = nn.Linear(shape.width, VOCABULARY)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """Logits for every position."""
        places = torch.arange(ids.shape[-1], device=ids.device)
        hidden = self.embedding(ids) + self.position(places)
        for block in self.blocks:
            hidden = block(hidden)
        return self.head(self.norm(hidden))


def build(shape: Shape) -> Transformer:
    """Seeded weights without touching anyone else's random state."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(shape.seed)
        model = Transformer(shape)
    model.eval()
    return model
