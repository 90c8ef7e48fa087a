"""Reading the text table of `npu-smi info`, whose columns changed with every generation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

VERSION = re.compile(r"npu-smi\s+\S{1,40}\s+Version:\s*(?P<version>[\w.]{1,40})")
FIRST_ROW = re.compile(r"^(?P<npu>\d{1,6})\s+(?P<name>[A-Za-z][A-Za-z-]{0,19}\d\w{0,20}|\d{3}\w{0,20})$")
SECOND_ROW = re.compile(r"^(?P<chip>\d{1,3})(?:\s+(?P<physical>\d{1,6}|NA|-))?$")
PROCESS_ROW = re.compile(r"^(?P<npu>\d{1,6})\s+(?P<chip>\d{1,3})$")
BUS_ID = re.compile(r"^[0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\.\d$")
HEALTH = re.compile(r"^[A-Za-z]{1,20}$")
MEMORY = re.compile(r"(?P<used>\d{1,9})\s*/\s*(?P<total>\d{1,9})")
NUMBER = re.compile(r"\d{1,6}(?:\.\d{1,6})?")
MOST_CHIPS = 256


@dataclass(frozen=True, slots=True)
class Chip:
    """One NPU chip as the driver tool shows it; None is “-”, “NA” or a column that this layout lacks."""

    npu: int
    chip: int
    name: str
    health: str
    bus: str
    memory_used_mb: int | None
    memory_total_mb: int | None
    power_w: float | None
    temperature_c: float | None
    busy_percent: int | None = None
    processes: int = 0
    logic_id: int | None = None


def driver_version(text: str) -> str:
    """The version in the table's title, or an empty text."""
    found = VERSION.search(text)
    return found["version"] if found else ""


def chips(text: str) -> tuple[Chip, ...]:
    """Every chip of the table. A chip takes two rows; what does not look like one is passed over."""
    rows = list(_rows(text))
    pairs = [pair for pair in zip(rows, rows[1:], strict=False) if _is_pair(*pair)]
    running = _processes(rows)
    return tuple(_chip(first, second, running) for first, second in pairs[:MOST_CHIPS])


def _rows(text: str) -> Iterator[list[str]]:
    for line in text.splitlines():
        text = line.strip()
        if len(text) > 1 and text[0] == text[-1] == "|":
            yield [cell.strip() for cell in text[1:-1].split("|")]


def _is_pair(first: list[str], second: list[str]) -> bool:
    return (
        len(first) == len(second) == 3
        and bool(FIRST_ROW.match(first[0]))
        and bool(HEALTH.match(first[1]))
        and bool(SECOND_ROW.match(second[0]))
        and bool(BUS_ID.match(second[1]))
    )


def _processes(rows: list[list[str]]) -> Counter[tuple[int, int]]:
    """How many processes the second table shows on each chip; without the rights it shows none."""
    found = [PROCESS_ROW.match(row[0]) for row in rows if len(row) == 4 and row[1].isdecimal()]
    return Counter((int(row["npu"]), int(row["chip"])) for row in found if row)


def _chip(first: list[str], second: list[str], running: Counter[tuple[int, int]]) -> Chip:
    head, tail = FIRST_ROW.match(first[0]), SECOND_ROW.match(second[0])
    assert head and tail
    power, temperature = (*first[2].split(), "", "")[:2]
    busy, _, memory = second[2].partition(" ")
    used, total = _memory(memory)
    npu, chip = int(head["npu"]), int(tail["chip"])
    return Chip(
        npu=npu,
        chip=chip,
        name=head["name"],
        health=first[1],
        bus=second[1],
        memory_used_mb=used,
        memory_total_mb=total,
        power_w=_number(power),
        temperature_c=_number(temperature),
        busy_percent=int(busy) if busy.isdecimal() and len(busy) <= 3 else None,
        processes=running[npu, chip],
    )


def _memory(cell: str) -> tuple[int | None, int | None]:
    """The last pair is HBM where there is one; a pair with total 0 says that the chip has none of it."""
    pairs = [(int(pair["used"]), int(pair["total"])) for pair in MEMORY.finditer(cell)]
    known = [pair for pair in pairs if pair[1] > 0]
    return known[-1] if known else (None, None)


def _number(text: str) -> float | None:
    return float(text) if NUMBER.fullmatch(text) else None
