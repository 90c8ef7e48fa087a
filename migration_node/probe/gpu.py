"""The NVIDIA side, which a migration is compared with: what nvidia-smi says of each GPU."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

QUERY = "index,name,driver_version,pci.bus_id,memory.used,memory.total,power.draw,temperature.gpu"
COMMAND = ("nvidia-smi", f"--query-gpu={QUERY}", "--format=csv,noheader,nounits")
NUMBER = re.compile(r"\d{1,9}(?:\.\d{1,6})?")
MOST_GPUS = 256


@dataclass(frozen=True, slots=True)
class Gpu:
    """One GPU; None is what the tool does not tell on this card."""

    index: int
    name: str
    driver: str
    bus: str
    memory_used_mb: int | None
    memory_total_mb: int | None
    power_w: float | None
    temperature_c: float | None


def gpus(text: str) -> tuple[Gpu, ...]:
    """Every line that has all columns and begins with a number."""
    return tuple(_gpus(text))[:MOST_GPUS]


def _gpus(text: str) -> Iterator[Gpu]:
    for line in csv.reader(text.splitlines(), skipinitialspace=True):
        cells = [cell.strip()[:100] for cell in line]
        if len(cells) == len(QUERY.split(",")) and re.fullmatch(r"\d{1,4}", cells[0]):
            yield _gpu(cells)


def _gpu(cells: Sequence[str]) -> Gpu:
    index, name, driver, bus, used, total, power, temperature = cells
    return Gpu(
        index=int(index),
        name=name,
        driver=driver,
        bus=bus,
        memory_used_mb=_whole(used),
        memory_total_mb=_whole(total),
        power_w=_number(power),
        temperature_c=_number(temperature),
    )


def _number(text: str) -> float | None:
    return float(text) if NUMBER.fullmatch(text) else None


def _whole(text: str) -> int | None:
    number = _number(text)
    return None if number is None else int(number)
