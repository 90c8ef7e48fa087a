"""The accelerators of a node as its driver's tool shows them, and how they reach each other.

A node may leave out any column and send anything for one: what is no number is unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.validation.models import Node


@dataclass(frozen=True, slots=True)
class Device:
    """One chip or GPU; an empty text is unknown."""

    place: str
    name: str
    health: str
    is_well: bool
    memory: str
    used_share: float | None
    power: str
    temperature: str
    bus: str


@dataclass(frozen=True, slots=True)
class Links:
    """How each device reaches each other one, in the words of the tool."""

    devices: list[str]
    rows: list[tuple[str, list[str]]]


def devices_of(node: Node) -> list[Device]:
    """Return the chips of an NPU machine, or else its GPUs."""
    listed = node.facts.get("chips") or node.facts.get("gpus") or []
    return [_device(one) for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []


def links_of(node: Node) -> Links | None:
    """Return the topology; None where the tool gave none."""
    told = node.facts.get("topology")
    devices, links = (told.get("devices"), told.get("links")) if isinstance(told, dict) else (None, None)
    if not isinstance(devices, list) or not isinstance(links, list):
        return None
    names = [str(one) for one in devices]
    rows = [[str(cell) for cell in row] for row in links if isinstance(row, list)]
    return Links(names, list(zip(names, rows, strict=False)))


def _device(told: Mapping[str, Any]) -> Device:
    used, total = _amount(told.get("memory_used_mb")), _amount(told.get("memory_total_mb"))
    is_known = used is not None and total is not None and total > 0
    health = str(told.get("health") or "")
    return Device(
        place=str(told["index"]) if "index" in told else f"{told.get('npu', '?')}/{told.get('chip', '?')}",
        name=str(told.get("name") or ""),
        health=health,
        is_well=health.lower() == "ok",
        memory=f"{(used or 0) / 1024:,.1f} / {(total or 0) / 1024:,.1f} GB" if is_known else "",
        used_share=(used or 0) / (total or 1) if is_known else None,
        power=_measure(told.get("power_w"), "W"),
        temperature=_measure(told.get("temperature_c"), "°C"),
        bus=str(told.get("bus") or ""),
    )


def _amount(value: object) -> float | None:
    return value if isinstance(value, int | float) else None


def _measure(value: object, unit: str) -> str:
    return f"{value:g} {unit}" if isinstance(value, int | float) else ""
