"""What every runner can do, so that a job kind never asks on which device it runs."""

from __future__ import annotations

import platform
import socket
from importlib.metadata import PackageNotFoundError, version
from typing import Protocol

from migration_engine.protocol import DeviceKind, MeasuredOn


class Runner(Protocol):
    """A device that work can be put on."""

    kind: DeviceKind

    def device(self) -> str:
        """The name that the framework gives the device."""
        ...

    def count(self) -> int:
        """How many devices this process sees."""
        ...

    def synchronize(self) -> None:
        """Return when everything queued on the device is done."""
        ...

    def measured_on(self) -> MeasuredOn:
        """The stack that results from here were measured on."""
        ...


def describe_stack(kind: DeviceKind, chip: str, **parts: str) -> MeasuredOn:
    """Fill in what is the same for all runners; a part that is not named is unknown."""
    return MeasuredOn(
        device_kind=kind,
        chip=chip,
        driver=parts.get("driver", ""),
        cann=parts.get("cann", ""),
        torch=parts.get("torch", ""),
        torch_npu=parts.get("torch_npu", ""),
        engine=engine_version(),
        python=platform.python_version(),
        host=socket.gethostname(),
    )


def engine_version() -> str:
    """The version of this product, or “unreleased” when it runs from a checkout."""
    try:
        return version("migration-portal")
    except PackageNotFoundError:
        return "unreleased"
