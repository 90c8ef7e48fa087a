"""The inventory job: what the node has, and what it lacks."""

from __future__ import annotations

from migration_engine.compatibility import Fit
from migration_engine.protocol import DeviceKind, MeasuredOn, Outcome, Verdict
from migration_engine.text import Text
from migration_node.kinds.context import Context
from migration_node.probe.classify import ADVICE, Readiness
from migration_node.probe.inventory import Inventory, take_inventory
from migration_node.runners.base import describe_stack


def run_inventory(context: Context) -> Outcome:
    """Fails when an NPU is there or expected and its stack is not ready, or known not to work together."""
    context.progress("probe", 0, 1)
    inventory = take_inventory()
    _report(inventory, context)
    if inventory.tool.text:
        context.attach("npu-smi.txt", "text/plain", inventory.tool.text)
    context.progress("probe", 1, 1)
    return Outcome(
        verdict=_verdict(inventory, must_be_npu=context.parameters["expect"] == "npu"),
        summary=_summary(inventory),
        data=inventory.to_dict(),
        measured_on=_measured_on(inventory),
    )


def _verdict(inventory: Inventory, *, must_be_npu: bool) -> Verdict:
    wanted = must_be_npu or inventory.device_kind is DeviceKind.NPU
    is_good = inventory.readiness is Readiness.READY and not inventory.fits.of(Fit.KNOWN_BAD)
    return Verdict.FAILED if wanted and not is_good else Verdict.SUCCEEDED


def _summary(inventory: Inventory) -> Text:
    said = [ADVICE[inventory.readiness], *(pair.reason for pair in inventory.fits.of(Fit.KNOWN_BAD))]
    english, chinese = " ".join(text.en for text in said), "".join(text.zh for text in said)
    return Text(f"{inventory.chip}: {english}"[:2000], f"{inventory.chip}：{chinese}"[:2000])


def _report(inventory: Inventory, context: Context) -> None:
    context.log(f"devices: {', '.join(inventory.device_files) or 'none'}")
    for chip in inventory.chips:
        context.log(f"npu {chip.npu} chip {chip.chip}: {chip.name}, {chip.health}, {chip.bus}")
    for gpu in inventory.gpus:
        context.log(f"gpu {gpu.index}: {gpu.name}, driver {gpu.driver}, {gpu.bus}")
    context.log(f"driver: {inventory.driver or 'unknown'}; firmware: {inventory.firmware or 'unknown'}")
    context.log(f"CANN: {inventory.cann.version or 'not found'}; MindIE: {inventory.mindie or 'not found'}")
    for name, version in sorted(inventory.packages.items()):
        context.log(f"{name} {version}")
    for pair in inventory.fits.pairs:
        context.log(f"{pair.fit}: {pair.reason.en}")
    context.log(f"classification: {inventory.readiness}")


def _measured_on(inventory: Inventory) -> MeasuredOn:
    return describe_stack(
        inventory.device_kind,
        inventory.chip,
        driver=inventory.driver or next((gpu.driver for gpu in inventory.gpus), ""),
        cann=inventory.cann.version,
        torch=inventory.packages.get("torch", ""),
        torch_npu=inventory.packages.get("torch-npu", ""),
    )
