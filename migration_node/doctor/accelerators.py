"""Checks of devices, driver, CANN and what is visible of them."""

from __future__ import annotations

from collections.abc import Iterator

from migration_engine.protocol import DeviceKind
from migration_engine.text import Text
from migration_node.doctor.check import Check, State, plain
from migration_node.probe.classify import ADVICE, Readiness
from migration_node.probe.inventory import Inventory
from migration_node.probe.npu_smi import Chip

HEALTHY = "OK"
BROKEN = ("Alarm", "Critical")
DEVICES, DRIVER, HEALTH = Text("devices", "设备"), Text("driver", "驱动"), Text("health", "健康状态")
VISIBLE, BUSY = Text("visible devices", "可见设备"), Text("device memory", "设备内存")
FULL = 0.9


def device_checks(inventory: Inventory) -> Iterator[Check]:
    """From the device file to the toolkit; what depends on a missing thing is not asked."""
    if inventory.device_kind is not DeviceKind.NPU:
        yield _no_npu(inventory)
        return
    yield Check("devices", DEVICES, State.OK, plain(", ".join(inventory.device_files)))
    yield _driver(inventory)
    yield _cann(inventory)
    yield _visible(inventory)
    if inventory.chips:
        yield _health(inventory.chips)
        yield _memory(inventory.chips)


def _no_npu(inventory: Inventory) -> Check:
    if inventory.gpus:
        names = plain(", ".join(gpu.name for gpu in inventory.gpus))
        return Check("devices", DEVICES, State.OK, names)
    none = Text("no accelerator", "没有加速器")
    return Check("devices", DEVICES, State.WARNING, none, ADVICE[Readiness.NO_DEVICE])


def _driver(inventory: Inventory) -> Check:
    if inventory.chips:
        names = ", ".join(sorted({chip.name for chip in inventory.chips}))
        known = f"{inventory.driver or '?'}, {len(inventory.chips)} × {names}"
        return Check("driver", DRIVER, State.OK, plain(known))
    said = (inventory.tool.text.strip().splitlines() or [""])[-1][:200]
    heard = ": ".join(part for part in (inventory.tool.problem or "npu-smi", said) if part)
    return Check("driver", DRIVER, State.PROBLEM, plain(heard), ADVICE[Readiness.DRIVER_TOOL_MISSING])


def _cann(inventory: Inventory) -> Check:
    title, cann = plain("CANN"), inventory.cann
    if cann.sourced:
        return Check("cann", title, State.OK, plain(cann.version or "?"))
    found = Text(
        f"{cann.version or 'not found'}, its environment is not loaded",
        f"{cann.version or '未找到'}，环境变量未加载",
    )
    return Check("cann", title, State.PROBLEM, found, ADVICE[Readiness.CANN_NOT_SOURCED])


def _visible(inventory: Inventory) -> Check:
    visible = inventory.visible
    if visible.devices is None:
        return Check("visible", VISIBLE, State.OK, Text("all", "全部"))
    state = State.OK if visible.problem is None else State.WARNING if visible.devices else State.PROBLEM
    listed = plain(",".join(map(str, visible.devices))) if visible.devices else Text("none", "无")
    return Check("visible", VISIBLE, state, listed, visible.problem)


def _health(chips: tuple[Chip, ...]) -> Check:
    bad = [chip for chip in chips if chip.health != HEALTHY]
    if not bad:
        return Check("health", HEALTH, State.OK, plain(HEALTHY))
    found = plain(", ".join(f"NPU {chip.npu}/{chip.chip}: {chip.health}" for chip in bad))
    broken = [chip for chip in bad if chip.health in BROKEN]
    advice = Text(
        "Look at `npu-smi info -t health -i <NPU>`; jobs are not given to chips with Alarm or Critical.",
        "请查看 `npu-smi info -t health -i <NPU>`；状态为 Alarm 或 Critical 的芯片不会分配给作业。",
    )
    state = State.PROBLEM if len(broken) == len(chips) else State.WARNING
    return Check("health", HEALTH, state, found, advice)


def _memory(chips: tuple[Chip, ...]) -> Check:
    full = [chip for chip in chips if _share(chip) > FULL or chip.processes]
    if not full:
        return Check("device_memory", BUSY, State.OK, Text("free", "空闲"))
    found = plain(", ".join(f"NPU {chip.npu}/{chip.chip}: {_used(chip)}" for chip in full))
    advice = Text(
        "Other processes use these chips: measurements next to them mean little. Stop them first.",
        "其他进程正在占用这些芯片，此时测得的结果参考价值有限，请先停止它们。",
    )
    return Check("device_memory", BUSY, State.WARNING, found, advice)


def _share(chip: Chip) -> float:
    return (chip.memory_used_mb or 0) / chip.memory_total_mb if chip.memory_total_mb else 0.0


def _used(chip: Chip) -> str:
    return f"{chip.memory_used_mb}/{chip.memory_total_mb} MB"
