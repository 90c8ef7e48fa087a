"""Where the parts themselves refuse each other: what no table has to list."""

from __future__ import annotations

from collections.abc import Mapping

from migration_engine.compatibility.judgement import Fit
from migration_engine.compatibility.table import Source, rows, sources
from migration_engine.compatibility.versions import matches, release, within
from migration_engine.text import Text

Told = tuple[Fit, Text, Source]


def binding(first: str, second: str, versions: Mapping[str, str]) -> Told | None:
    """What binds two parts hard, or None where only tables can tell."""
    judge = {
        ("driver", "firmware"): _firmware,
        ("torch_npu", "torch"): _torch,
        ("vllm_ascend", "vllm"): _vllm,
        ("vllm_ascend", "python"): _python,
    }.get((first, second))
    return judge(versions) if judge else None


def _firmware(versions: Mapping[str, str]) -> Told | None:
    """The driver's own record says which firmware it accepts."""
    low, _, high = (bound.strip() for bound in versions.get("firmware_range", "").strip("[] ").partition(","))
    if not (release(low) and release(high)):
        return None
    have, source = versions["firmware"], sources()["driver-record"]
    if within(f">={low},<={high}", have):
        accepted = Text(
            f"The driver accepts firmware {low} to {high}; {have} is among them.",
            f"该驱动接受固件 {low} 至 {high}，{have} 在此范围内。",
        )
        return Fit.SUPPORTED, accepted, source
    refused = Text(
        f"The driver accepts firmware {low} to {high}, not {have}: install the firmware of its package.",
        f"该驱动接受固件 {low} 至 {high}，不接受 {have}，请安装与驱动同一软件包中的固件。",
    )
    return Fit.KNOWN_BAD, refused, source


def _torch(versions: Mapping[str, str]) -> Told:
    """torch_npu is built against one release of torch and refuses a second accelerator."""
    torch, torch_npu = versions["torch"], versions["torch_npu"]
    wanted = ".".join(release(torch_npu)[:3])
    if release(torch)[:3] != release(torch_npu)[:3]:
        text = Text(
            f"torch_npu {torch_npu} is built for torch {wanted}: install torch {wanted}.",
            f"torch_npu {torch_npu} 针对 torch {wanted} 构建，请安装 torch {wanted}。",
        )
        return Fit.KNOWN_BAD, text, sources()["torch-npu-metadata"]
    return _cuda_build(torch) or _same_release(torch_npu)


def _cuda_build(torch: str) -> Told | None:
    text = Text(
        f"torch {torch} is a CUDA build and torch_npu allows one accelerator: install the CPU build.",
        f"torch {torch} 是 CUDA 构建，而 torch_npu 只允许一种加速器，请安装 CPU 构建。",
    )
    return (Fit.KNOWN_BAD, text, sources()["torch-npu-init"]) if "+cu" in torch else None


def _same_release(torch_npu: str) -> Told:
    text = Text(
        f"torch_npu {torch_npu} is built for this release of torch.",
        f"torch_npu {torch_npu} 正是针对该版本 torch 构建的。",
    )
    return Fit.SUPPORTED, text, sources()["torch-npu-metadata"]


def _vllm(versions: Mapping[str, str]) -> Told | None:
    """A release of the plugin serves the vLLM release of the same number."""
    plugin, vllm = versions["vllm_ascend"], versions["vllm"]
    if release(plugin)[:2] == release(vllm)[:2]:
        return None
    wanted = ".".join(release(plugin)[:2])
    return (
        Fit.KNOWN_BAD,
        Text(
            f"vllm-ascend {plugin} is a plugin for vLLM {wanted}.x, not for {vllm}.",
            f"vllm-ascend {plugin} 是 vLLM {wanted}.x 的插件，不适用于 {vllm}。",
        ),
        sources()["vllm-ascend"],
    )


def _python(versions: Mapping[str, str]) -> Told | None:
    """The plugin's package refuses a Python outside its bounds."""
    plugin, python = versions["vllm_ascend"], versions["python"]
    listed = [
        row for row in rows() if any(matches("", own, plugin) for own in row.versions.get("vllm_ascend", ()))
    ]
    bounds = [(bound, row.source) for row in listed for bound in row.versions["python"]]
    if not bounds or any(within(bound, python) for bound, _ in bounds):
        return None
    bound, source = bounds[0]
    return (
        Fit.KNOWN_BAD,
        Text(
            f"vllm-ascend {plugin} asks for Python {bound}, not {python}.",
            f"vllm-ascend {plugin} 要求 Python {bound}，而非 {python}。",
        ),
        source,
    )
