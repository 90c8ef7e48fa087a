"""What a node says about itself, with what it does not say shown as unknown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from apps.validation.models import Node
from apps.validation.words import Words


@dataclass(frozen=True, slots=True)
class Fact:
    """One line; an empty value is unknown."""

    label: Words
    value: str


@dataclass(frozen=True, slots=True)
class Device:
    """One chip as the driver's tool shows it; an empty text is unknown."""

    place: str
    name: str
    health: str
    is_well: bool
    memory: str
    used_share: float | None
    power: str
    temperature: str
    bus: str


STACK = ("driver", "cann", "torch", "torch_npu")


def stack_of(node: Node) -> dict[str, str]:
    """Return the versions that decide whether a node fits."""
    facts = node.facts
    packages = facts.get("packages", {})
    return {
        "driver": str(facts.get("driver", "")),
        "cann": str(facts.get("cann", {}).get("version", "")),
        "torch": str(packages.get("torch", "")),
        "torch_npu": str(packages.get("torch-npu", packages.get("torch_npu", ""))),
    }


def facts_of(node: Node) -> list[Fact]:
    """Return every fact that a page shows, in the order from hardware to software."""
    machine = node.facts.get("machine", {})
    stack = stack_of(node)
    others = _other_packages(node.facts.get("packages", {}))
    return [
        Fact(_("Driver"), stack["driver"]),
        Fact("CANN", stack["cann"]),
        Fact("torch", stack["torch"]),
        Fact("torch_npu", stack["torch_npu"]),
        *others,
        Fact("Python", str(machine.get("python", ""))),
        Fact(_("System"), str(machine.get("system", ""))),
        Fact(_("Processors"), str(machine.get("cpus", ""))),
        Fact(_("Memory"), _gigabytes(machine.get("memory_mb"))),
        Fact(_("Engine"), str(node.capabilities.get("engine", ""))),
    ]


def _other_packages(packages: Mapping[str, object]) -> list[Fact]:
    shown = {"torch", "torch-npu", "torch_npu"}
    return [Fact(name, str(version)) for name, version in sorted(packages.items()) if name not in shown]


def devices_of(node: Node) -> list[Device]:
    """Return the chips; a node may leave out any column."""
    return [_device(chip) for chip in node.facts.get("chips", []) if isinstance(chip, dict)]


def _device(chip: Mapping[str, Any]) -> Device:
    used, total = _amount(chip.get("memory_used_mb")), _amount(chip.get("memory_total_mb"))
    is_known = used is not None and total is not None and total > 0
    health = str(chip.get("health") or "")
    return Device(
        place=f"{chip.get('npu', '?')}/{chip.get('chip', '?')}",
        name=str(chip.get("name") or ""),
        health=health,
        is_well=health.lower() == "ok",
        memory=f"{used:,.0f} / {total:,.0f} MB" if is_known else "",
        used_share=(used or 0) / (total or 1) if is_known else None,
        power=_measure(chip.get("power_w"), "W"),
        temperature=_measure(chip.get("temperature_c"), "°C"),
        bus=str(chip.get("bus") or ""),
    )


def _amount(value: object) -> float | None:
    return value if isinstance(value, int | float) else None


def _measure(value: object, unit: str) -> str:
    return f"{value:g} {unit}" if isinstance(value, int | float) else ""


def _gigabytes(megabytes: object) -> str:
    return f"{megabytes / 1024:,.0f} GB" if isinstance(megabytes, int | float) and megabytes else ""
