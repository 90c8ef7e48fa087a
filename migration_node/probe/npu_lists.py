"""Reading the other lists of npu-smi: logic ids (`-m`), boards (`-t board`) and the topology (`-t topo`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from migration_node.probe.npu_smi import Chip

# NPU id, chip id, logic id and name; the row of a management controller has “-” for the logic id.
MAPPING_ROW = re.compile(r"^\s*(?P<npu>\d{1,6})\s+(?P<chip>\d{1,3})\s+(?P<id>\d{1,6})\s+\S", re.MULTILINE)
FIELD = re.compile(
    r"^[ \t]*(?P<name>[A-Za-z][A-Za-z ()%/-]{0,40}?)[ \t]*:(?P<value>[^\n]{1,100})$", re.MULTILINE
)
TOPOLOGY_ROW = re.compile(r"^\s*NPU(?P<npu>\d{1,6})\s+(?P<links>.+)$", re.MULTILINE)
LINK = re.compile(r"^[A-Z][A-Z_]{0,11}$")
AFFINITY = re.compile(r"^(\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?)*)?$")
MOST_DEVICES = 256
ITSELF = "X"


@dataclass(frozen=True, slots=True)
class Topology:
    """How devices reach each other: a row a device, in the tool's order; “X” is the device itself."""

    devices: tuple[int, ...]
    links: tuple[tuple[str, ...], ...]
    affinity: tuple[str, ...]


def logic_ids(text: str) -> dict[tuple[int, int], int]:
    """The logic id of each (NPU, chip): the number that ASCEND_RT_VISIBLE_DEVICES takes."""
    rows = list(MAPPING_ROW.finditer(text))[:MOST_DEVICES]
    return {(int(row["npu"]), int(row["chip"])): int(row["id"]) for row in rows}


def with_logic_ids(chips: Sequence[Chip], text: str) -> tuple[Chip, ...]:
    """The chips with their logic ids; without the list they stay unknown."""
    known = logic_ids(text)
    return tuple(replace(chip, logic_id=known.get((chip.npu, chip.chip))) for chip in chips)


def board(text: str) -> dict[str, str]:
    """The fields of a board, such as “Software Version” (the driver) and “Firmware Version”."""
    return {field["name"]: field["value"].strip() for field in FIELD.finditer(text)}


def topology(text: str) -> Topology | None:
    """The matrix, or None when it is not square or holds a word that is no kind of link."""
    rows = list(TOPOLOGY_ROW.finditer(_without_header(text)))[:MOST_DEVICES]
    devices = tuple(int(row["npu"]) for row in rows)
    cells = [row["links"].split() for row in rows]
    links = tuple(tuple(row[: len(devices)]) for row in cells)
    affinity = tuple("".join(row[len(devices) :]) for row in cells)
    is_square = bool(devices) and all(_is_row(row, len(devices)) for row in links)
    if not is_square or not all(AFFINITY.match(place) for place in affinity):
        return None
    return Topology(devices, links, affinity)


def _without_header(text: str) -> str:
    """The header names every device too, but no link."""
    lines = text.splitlines()
    return "\n".join(line for line in lines if ITSELF in line.split())


def _is_row(row: Sequence[str], devices: int) -> bool:
    return len(row) == devices and row.count(ITSELF) == 1 and all(LINK.match(link) for link in row)
