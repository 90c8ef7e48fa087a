"""What a job asks of a node beside the kind's own needs: runtime, chip, CANN and number of devices."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

import jsonschema_rs

from migration_engine.protocol.canonical import Json
from migration_engine.protocol.schema import check_with, validator
from migration_engine.text import Text

SCHEMA: dict[str, Json] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "runtime": {"enum": ["npu", "cuda", "cpu"]},
        "chip": {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9 _-]{0,39}$"},
        "min_cann": {"type": "string", "pattern": r"^\d{1,3}(\.\d{1,3}){0,3}(\.RC\d{1,2}|\.rc\d{1,2})?$"},
        "devices": {"type": "integer", "minimum": 1, "maximum": 64},
    },
}
RUNTIMES = {
    "npu": Text("an NPU", "NPU 设备"),
    "cuda": Text("an NVIDIA GPU", "NVIDIA GPU 设备"),
    "cpu": Text("a CPU", "CPU 设备"),
}


@dataclass(frozen=True, slots=True)
class Requires:
    """What must be there; an empty text or 0 asks for nothing. `devices` is a number of accelerators."""

    runtime: str = ""
    chip: str = ""
    min_cann: str = ""
    devices: int = 0

    def __bool__(self) -> bool:
        return bool(self.runtime or self.chip or self.min_cann or self.devices)

    def to_dict(self) -> dict[str, Json]:
        """The document, without what is not asked for."""
        asked = {name: cast(Json, getattr(self, name)) for name in ("runtime", "chip", "min_cann", "devices")}
        return {name: value for name, value in asked.items() if value}

    def unmet_by(self, capabilities: Mapping[str, object]) -> tuple[str, ...]:
        """The names of what a node lacks; what it does not say, it does not have."""
        return tuple(self._unmet(capabilities))

    def words(self) -> Text:
        """All of it in words: "910B with CANN ≥ 8.5"."""
        return Text(_joined(self, " with ", " and ", "en"), _joined(self, "，", "、", "zh"))

    def _unmet(self, has: Mapping[str, object]) -> Iterator[str]:
        if self.runtime and has.get("device_kind") != self.runtime:
            yield "runtime"
        if self.chip and not chip_of(str(has.get("chip", ""))).startswith(chip_of(self.chip)):
            yield "chip"
        if self.min_cann and version_of(str(has.get("cann", ""))) < version_of(self.min_cann):
            yield "min_cann"
        devices = has.get("devices", 0)
        if self.devices and not (isinstance(devices, int) and devices >= self.devices):
            yield "devices"


def requires_from(document: Mapping[str, Json]) -> Requires:
    """Read what a job requires. Raises SpecInvalid with the place for what is not in the schema."""
    check_with(_validator(), dict(document), Text("requirements", "要求"))
    return Requires(**cast(Mapping[str, Any], document))


def chip_of(name: str) -> str:
    """A chip's bare name: “Ascend 910B3”, “ascend910b3” and “910b3” are one."""
    return re.sub(r"[^a-z0-9]", "", name.lower()).removeprefix("ascend")


def version_of(text: str) -> tuple[tuple[int, ...], int]:
    """A version that compares: a release candidate comes before its release; nothing known comes first."""
    numbers, _, candidate = text.lower().partition("rc")
    parts = [int(part) for part in re.findall(r"\d+", numbers)]
    while parts and parts[-1] == 0:
        parts.pop()
    number = re.match(r"\d+", candidate)
    return tuple(parts), int(number.group()) if number else 1000


@cache
def _validator() -> jsonschema_rs.Validator:
    return validator(SCHEMA)


def _joined(asked: Requires, between: str, and_: str, language: str) -> str:
    head = asked.chip.upper() or (getattr(RUNTIMES[asked.runtime], language) if asked.runtime else "")
    chinese = language == "zh"
    more = [f"CANN ≥ {asked.min_cann}"] if asked.min_cann else []
    if asked.devices > 1:
        more.append(f"{asked.devices} 个设备" if chinese else f"{asked.devices} devices")
    return between.join(part for part in (head, and_.join(more)) if part)
