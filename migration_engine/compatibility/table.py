"""Reads `table.csv`: a row a release as its maker lists it, a cell the versions that go with it."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from migration_engine.compatibility.judgement import Fit

_PARTS = ("driver", "cann", "torch", "torch_npu", "python", "vllm")


@dataclass(frozen=True, slots=True)
class Source:
    """Who says it, and where to read it."""

    title: str
    address: str


@dataclass(frozen=True, slots=True)
class Row:
    """The versions, by part, that one source lists together or says not to go together."""

    part: str
    versions: Mapping[str, tuple[str, ...]]
    fit: Fit
    source: Source


@cache
def sources() -> Mapping[str, Source]:
    """Every source by its short name."""
    return {line["name"]: Source(line["title"], line["address"]) for line in _lines("sources.csv")}


@cache
def rows() -> tuple[Row, ...]:
    """The whole table."""
    return tuple(
        Row(
            part=line["part"],
            versions={line["part"]: (line["version"],)}
            | {part: tuple(line[part].split()) for part in _PARTS if line[part]},
            fit=Fit(line["fit"]),
            source=sources()[line["source"]],
        )
        for line in _lines("table.csv")
    )


def _lines(name: str) -> list[dict[str, str]]:
    with Path(__file__).with_name(name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
