"""The inventory job: what the node has, and what it lacks."""

from __future__ import annotations

from migration_engine.protocol import DeviceKind, MeasuredOn, Outcome, Verdict
from migration_engine.text import Text
from migration_node.kinds.context import Context
from migration_node.probe.classify import ADVICE, Readiness
from migration_node.probe.inventory import Inventory, take_inventory
from migration_node.runners.base import describe_stack


def run_inventory(context: Context) -> Outcome:
    """Fails when an NPU is there or expected and its stack is not ready."""
    context.progress("probe", 0, 1)
    inventory = take_inventory()
    _report(inventory, context)
    context.progress("probe", 1, 1)
    return Outcome(
        verdict=_verdict(inventory, must_be_npu=context.parameters["expect"] == "npu"),
        summary=_summary(inventory),
        data=inventory.to_dict(),
        measured_on=_measured_on(inventory),
    )


def _verdict(inventory: Inventory, *, must_be_npu: bool) -> Verdict:
    wanted = must_be_npu or inventory.device_kind is DeviceKind.NPU
    return Verdict.FAILED if wanted and inventory.readiness is not Readiness.READY else Verdict.SUCCEEDED


def _summary(inventory: Inventory) -> Text:
    advice = ADVICE[inventory.readiness]
    return Text(f"{inventory.chip}: {advice.en}", f"{inventory.chip}：{advice.zh}")


def _report(inventory: Inventory, context: Context) -> None:
    context.log(f"devices: {', '.join(inventory.device_files) or 'none'}")
    for chip in inventory.chips:
        context.log(f"npu {chip.npu} chip {chip.chip}: {chip.name}, {chip.health}, {chip.bus}")
    context.log(f"driver: {inventory.driver or 'unknown'}; CANN: {inventory.cann.version or 'not found'}")
    for name, version in sorted(inventory.packages.items()):
        context.log(f"{name} {version}")
    context.log(f"classification: {inventory.readiness}")


def _measured_on(inventory: Inventory) -> MeasuredOn:
    return describe_stack(
        inventory.device_kind,
        inventory.chip,
        driver=inventory.driver,
        cann=inventory.cann.version,
        torch=inventory.packages.get("torch", ""),
        torch_npu=inventory.packages.get("torch-npu", ""),
    )
