"""What a node says about itself, with what it does not say shown as unknown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from apps.validation.models import Node
from apps.validation.words import Words


@dataclass(frozen=True, slots=True)
class Fact:
    """One line; an empty value is unknown."""

    label: Words
    value: str


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


@dataclass(frozen=True, slots=True)
class Group:
    """Facts that were told together: when last, and since when they are as they are; None is unknown."""

    name: Words
    facts: list[Fact]
    told_at: datetime | None
    since: datetime | None


def groups_of(node: Node) -> list[Group]:
    """Return every fact that a page shows, in the order from hardware to software."""
    engine = [Fact(_("Engine"), str(node.capabilities.get("engine", "")))]
    return [
        Group(_("Driver and devices"), _device(node), node.facts_at, _since(node, "device")),
        Group(_("Software"), _software(node), node.facts_at, _since(node, "software")),
        Group(_("Machine"), _machine(node), node.facts_at, _since(node, "machine")),
        Group(_("Node software"), engine, node.facts_at, None),
    ]


def _since(node: Node, group: str) -> datetime | None:
    told = node.facts_since.get(group)
    return datetime.fromisoformat(told) if told else None


def _device(node: Node) -> list[Fact]:
    return [
        Fact(_("Driver"), stack_of(node)["driver"]),
        Fact(_("Firmware"), str(node.facts.get("firmware", ""))),
        Fact(_("Devices for jobs"), _visible(node)),
    ]


def _software(node: Node) -> list[Fact]:
    stack, packages = stack_of(node), node.facts.get("packages", {})
    return [
        Fact("CANN", stack["cann"]),
        Fact("torch", stack["torch"]),
        Fact("torch_npu", stack["torch_npu"]),
        *_other_packages(packages),
        Fact("MindIE", str(node.facts.get("mindie", ""))),
    ]


def _machine(node: Node) -> list[Fact]:
    machine, packages = node.facts.get("machine", {}), node.facts.get("packages", {})
    return [
        Fact("Python", str(packages.get("python") or machine.get("python", ""))),
        Fact(_("System"), str(machine.get("system", ""))),
        Fact(_("Processors"), str(machine.get("cpus", ""))),
        Fact(_("Memory"), _gigabytes(machine.get("memory_mb"))),
    ]


def _other_packages(packages: Mapping[str, object]) -> list[Fact]:
    shown = {"torch", "torch-npu", "torch_npu", "python"}
    return [Fact(name, str(version)) for name, version in sorted(packages.items()) if name not in shown]


def _gigabytes(megabytes: object) -> str:
    return f"{megabytes / 1024:,.0f} GB" if isinstance(megabytes, int | float) and megabytes else ""


def _visible(node: Node) -> str:
    """Return which devices jobs may see; a machine without devices shows none."""
    if "visible" not in node.facts or not node.facts.get("chips"):
        return ""
    visible = node.facts["visible"]
    return ", ".join(str(one) for one in visible) if isinstance(visible, list) else str(_("all"))
