"""Whether weights, context and headroom go into the memory of one server's devices."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import floor

from migration_engine.capacity.devices import GIB, Device
from migration_engine.capacity.model import Load, Model
from migration_engine.text import Text

LARGEST = 75e9
"""Parameters up to which one server is what an instance is made of, and this estimate made for."""


class Verdict(StrEnum):
    """What can be said before anything ran."""

    FITS = "fits"
    TOO_LARGE = "too_large"
    NOT_ESTIMATED = "not_estimated"


@dataclass(frozen=True, slots=True)
class Fit:
    """An estimate: `devices` is the smallest number that holds the load, None where none of a server does.

    Bytes are those of the whole instance; `concurrency` and `context_tokens` are what would go into all
    devices of the server, each with the other as asked.
    """

    verdict: Verdict
    reason: Text
    devices: int | None
    weight_bytes: float
    cache_bytes: float
    available_bytes: float
    concurrency: int
    context_tokens: int


def fit_of(model: Model, device: Device, per_server: int, load: Load) -> Fit:
    """The fit on one server of `per_server` devices; beyond 75 billion parameters nothing is estimated."""
    weights = model.weight_bytes(load.weights)
    per_token = model.kv_bytes_per_token(load.cache)
    splits = [count for count in range(1, per_server + 1) if _can_split(model, count)]
    enough = [count for count in splits if _needed(model, load, count) <= _available(device, load, count)]
    most = splits[-1]
    room = max(0.0, _available(device, load, most) - weights) / (per_token * _copies(model, most))
    verdict = _verdict(model, bool(enough))
    return Fit(
        verdict=verdict,
        reason=_reason(verdict, model, device, most, load),
        devices=enough[0] if enough and verdict is Verdict.FITS else None,
        weight_bytes=weights,
        cache_bytes=per_token * load.context_tokens * load.concurrency,
        available_bytes=_available(device, load, most),
        concurrency=floor(room / load.context_tokens),
        context_tokens=floor(room / load.concurrency),
    )


def _can_split(model: Model, devices: int) -> bool:
    """Heads are dealt out evenly, or copied evenly where there are more devices than heads."""
    return model.kv_heads % devices == 0 or devices % model.kv_heads == 0


def _copies(model: Model, devices: int) -> float:
    return max(1.0, devices / model.kv_heads)


def _needed(model: Model, load: Load, devices: int) -> float:
    tokens = load.context_tokens * load.concurrency
    cache = tokens * model.kv_bytes_per_token(load.cache) * _copies(model, devices)
    return model.weight_bytes(load.weights) + cache


def _available(device: Device, load: Load, devices: int) -> float:
    return devices * device.memory_bytes * (1 - load.headroom)


def _verdict(model: Model, fits: bool) -> Verdict:
    if model.parameters > LARGEST:
        return Verdict.NOT_ESTIMATED
    return Verdict.FITS if fits else Verdict.TOO_LARGE


def _reason(verdict: Verdict, model: Model, device: Device, devices: int, load: Load) -> Text:
    if verdict is Verdict.NOT_ESTIMATED:
        return Text(
            f"{model.name} is more than what one server serves; try it on a node and enter the result",
            f"{model.name} 超出单台服务器的常规规模；请在节点上实测并填写结果",
        )
    needed = _needed(model, load, devices) / GIB
    free = _available(device, load, devices) / GIB
    found = Text(
        f"needs {needed:.0f} GiB; {devices} × {device.name} leave {free:.0f} GiB (estimate)",
        f"需要 {needed:.0f} GiB；{devices} × {device.name} 可用 {free:.0f} GiB（估算）",
    )
    if verdict is Verdict.FITS:
        return found
    return Text(
        f"{found.en}: use fewer bits for weights or context, less context or fewer requests at once",
        f"{found.zh}：请降低权重或上下文的精度，或减少上下文长度与并发数",
    )
