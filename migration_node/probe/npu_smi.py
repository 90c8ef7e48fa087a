"""Reading the text table of `npu-smi info`, whose columns changed with every generation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

VERSION = re.compile(r"npu-smi\s+\S+\s+Version:\s*(?P<version>[\w.]+)")
FIRST_ROW = re.compile(r"^(?P<npu>\d+)\s+(?P<name>[A-Za-z]*\d+[A-Za-z]*\d*)$")
SECOND_ROW = re.compile(r"^(?P<chip>\d+)(?:\s+(?:\d+|NA))?$")
BUS_ID = re.compile(r"^[0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\.\d$")
MEMORY = re.compile(r"(?P<used>\d+)\s*/\s*(?P<total>\d+)")
NUMBER = re.compile(r"\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Chip:
    """One NPU chip as the driver tool shows it; None is “-” or a column that this layout lacks."""

    npu: int
    chip: int
    name: str
    health: str
    bus: str
    memory_used_mb: int | None
    memory_total_mb: int | None
    power_w: float | None
    temperature_c: float | None


def driver_version(text: str) -> str:
    """The version in the table's title, or an empty text."""
    found = VERSION.search(text)
    return found["version"] if found else ""


def chips(text: str) -> tuple[Chip, ...]:
    """Every chip of the table. A chip takes two rows; what does not look like one is passed over."""
    rows = list(_rows(text))
    pairs = zip(rows, rows[1:], strict=False)
    return tuple(_chip(first, second) for first, second in pairs if _is_pair(first, second))


def _rows(text: str) -> Iterator[list[str]]:
    for line in text.splitlines():
        if line.strip().startswith("|"):
            yield [cell.strip() for cell in line.strip().strip("|").split("|")]


def _is_pair(first: list[str], second: list[str]) -> bool:
    return (
        len(first) >= 3
        and len(second) >= 3
        and bool(FIRST_ROW.match(first[0]))
        and bool(SECOND_ROW.match(second[0]))
        and bool(BUS_ID.match(second[1]))
    )


def _chip(first: list[str], second: list[str]) -> Chip:
    head = FIRST_ROW.match(first[0])
    tail = SECOND_ROW.match(second[0])
    assert head and tail
    power, _, rest = first[2].partition(" ")
    used, total = _memory(second[2])
    return Chip(
        npu=int(head["npu"]),
        chip=int(tail["chip"]),
        name=head["name"],
        health=first[1],
        bus=second[1],
        memory_used_mb=used,
        memory_total_mb=total,
        power_w=_number(power),
        temperature_c=_number(rest.strip().partition(" ")[0]),
    )


def _memory(cell: str) -> tuple[int | None, int | None]:
    """The last pair is HBM where there is one; a pair with total 0 says that the chip has none of it."""
    pairs = [(int(pair["used"]), int(pair["total"])) for pair in MEMORY.finditer(cell)]
    known = [pair for pair in pairs if pair[1] > 0]
    return known[-1] if known else (None, None)


def _number(text: str) -> float | None:
    return float(text) if NUMBER.fullmatch(text) else None
