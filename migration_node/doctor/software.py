"""Checks of frameworks, their versions and the environments that jobs bring in."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from migration_engine.compatibility import FIT_NAMES, Fit
from migration_engine.protocol import DeviceKind
from migration_engine.text import Text
from migration_node.doctor.check import Check, State, plain
from migration_node.environments import BENCH, MB, python_of
from migration_node.home import NodeHome
from migration_node.probe.framework import Framework
from migration_node.probe.inventory import Inventory

STATE_OF = {Fit.SUPPORTED: State.OK, Fit.NOT_IN_TABLE: State.WARNING, Fit.KNOWN_BAD: State.PROBLEM}
DISK = Text("free disk", "可用磁盘")
NOT_INSTALLED = Text("not installed", "未安装")


def software_checks(
    home: NodeHome, inventory: Inventory, python: Path | None, framework: Framework | None
) -> Iterator[Check]:
    """Torch, what it reaches, whether the versions go together, the benchmark driver and the disk."""
    yield _torch(inventory, python)
    if framework is not None:
        yield _framework(inventory, framework)
    yield from _versions(inventory)
    yield _bench(home)
    yield _disk(home)


def _torch(inventory: Inventory, python: Path | None) -> Check:
    if python:
        return Check(
            "torch", plain("torch"), State.OK, plain(f"{inventory.packages.get('torch', '?')}, {python}")
        )
    advice = Text(
        "Run `npu-migrate-node install torch`: without it only inventories run here.",
        "请执行 `npu-migrate-node install torch`：缺少 torch 时本节点只能做环境盘点。",
    )
    return Check("torch", plain("torch"), State.WARNING, NOT_INSTALLED, advice)


def _framework(inventory: Inventory, framework: Framework) -> Check:
    title = plain("torch_npu" if inventory.device_kind is DeviceKind.NPU else "torch CUDA")
    found = Text(f"{framework.devices} devices", f"{framework.devices} 个设备")
    if framework.devices:
        return Check("framework", title, State.OK, found)
    advice = Text(
        "torch does not reach the device: see the message, load the environment, match the versions.",
        "torch 无法访问设备：请查看提示信息，加载环境变量，并核对版本配套。",
    )
    return Check("framework", title, State.PROBLEM, plain(framework.problem or "0"), advice)


def _versions(inventory: Inventory) -> Iterator[Check]:
    """One check for all that is supported, one for each pair that is not."""
    pairs = inventory.fits.pairs
    if good := [pair for pair in pairs if pair.fit is Fit.SUPPORTED]:
        found = Text(
            f"{len(good)} of {len(pairs)} pairs supported", f"{len(pairs)} 对中 {len(good)} 对受支持"
        )
        yield Check("versions", Text("versions", "版本配套"), State.OK, found)
    for pair in pairs:
        if pair.fit is not Fit.SUPPORTED:
            title = Text(f"versions: {FIT_NAMES[pair.fit].en}", f"版本配套：{FIT_NAMES[pair.fit].zh}")
            source = plain(f"{pair.source} {pair.address}") if pair.source else None
            yield Check(
                f"versions_{pair.first}_{pair.second}", title, STATE_OF[pair.fit], pair.reason, source
            )


def _bench(home: NodeHome) -> Check:
    title, python = Text("benchmark driver", "压测工具"), python_of(home, BENCH)
    if python:
        return Check("bench", title, State.OK, plain(python))
    advice = Text(
        "Only serving benchmarks need it: `npu-migrate-node install bench`.",
        "仅服务压测需要，可执行 `npu-migrate-node install bench` 安装。",
    )
    return Check("bench", title, State.OK, NOT_INSTALLED, advice)


def _disk(home: NodeHome) -> Check:
    place = next(folder for folder in (home.path, *home.path.parents) if folder.exists())
    free = shutil.disk_usage(place).free // MB
    found = plain(f"{free} MB, {place}")
    if free >= 5 * 1024:
        return Check("disk", DISK, State.OK, found)
    advice = Text(
        "Logs and results of jobs need room: free some, or choose another folder by --home.",
        "作业的日志与结果需要空间：请清理磁盘，或用 --home 指定其他目录。",
    )
    return Check("disk", DISK, State.WARNING if free >= 1024 else State.PROBLEM, found, advice)
