"""How fast answers come at most: each step reads all weights and all context from memory once."""

from __future__ import annotations

from dataclasses import dataclass

from migration_engine.capacity.devices import Device
from migration_engine.capacity.model import Load, Model
from migration_engine.text import Text

EFFICIENCY = 0.6
"""Share of the bandwidth that serving reaches, our estimate; it differs by engine, kernel and batch."""

_SAYS = Text(
    "Estimate from memory bandwidth alone, not measured: no prompts, no waiting, no communication. "
    "A validation run replaces it.",
    "仅由显存带宽估算，并非实测：未计入提示词处理、排队与通信。验证作业的实测结果将取代它。",
)


@dataclass(frozen=True, slots=True)
class Decode:
    """An estimate, never a measurement: `says` must stand wherever the figures do.

    Tokens a second of one device (what a scenario asks for); milliseconds between two tokens of one answer.
    """

    tokens_per_s_per_device: float
    ms_per_token: float
    says: Text = _SAYS
    is_estimate: bool = True


def decode_of(
    model: Model, device: Device, devices: int, load: Load, *, efficiency: float = EFFICIENCY
) -> Decode:
    """The bandwidth bound of an instance on `devices` devices with all its requests in one batch.

    Half of the context stands for the mean over an answer that fills it.
    """
    mean_context = load.context_tokens / 2
    cache = model.kv_bytes_per_token(load.cache) * mean_context * load.concurrency
    read = _weights_read(model, load) + cache
    seconds = read / (devices * device.bandwidth_bytes_s * efficiency)
    return Decode(load.concurrency / seconds / devices, seconds * 1000)


def _weights_read(model: Model, load: Load) -> float:
    """A mixture reads the experts that its batch calls for: at most all of them."""
    active = model.parameters if model.active is None else model.active * load.concurrency
    return min(active, model.parameters) * load.weights.bytes
