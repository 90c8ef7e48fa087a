"""Labelled places of real projects, and how many of them a scan points at."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from migration_engine.model import Coupling, Finding, FindingStatus

NEAR = 2
_LONGEST = 200
_SILENT = (FindingStatus.HANDLED, FindingStatus.DOC)

Lines = Mapping[str, frozenset[int]]
"""Path -> the lines that a scan calls strongly coupled and still to do."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place that a project had to change for NPU, in one of its trees."""

    repository: str
    revision: str
    path: str
    first: int
    last: int
    kind: str
    evidence: str

    def found_in(self, lines: Lines) -> bool:
        near = range(self.first - NEAR, self.last + NEAR + 1)
        return not lines.get(self.path, frozenset()).isdisjoint(near)


@dataclass(frozen=True, slots=True)
class Judged:
    """One line that was read by a person."""

    repository: str
    revision: str
    path: str
    line: int
    label: str

    def found_in(self, lines: Lines) -> bool:
        return self.line in lines.get(self.path, frozenset())


def certain_places(folder: Path) -> list[Place]:
    """What a static reader can see at all: a token or another pattern on the line."""
    return [
        Place(
            row["repo"], row["parent"], row["file"], row["line_start"], row["line_end"],
            row["kind"], row["evidence"],
        )
        for row in _rows(folder / "labels.jsonl")
        if row["certain"] and row["evidence"] != "runtime"
    ]  # fmt: skip


def judged_lines(folder: Path) -> list[Judged]:
    return [
        Judged(row["repo"], row["sha"], row["file"], row["line"], row["label"])
        for row in _rows(folder / "sample.jsonl")
    ]


def trees(folder: Path) -> list[tuple[str, str]]:
    """Repository and revision of every tree that holds a label."""
    return sorted({(row["repo"], row["parent"]) for row in _rows(folder / "labels.jsonl")})


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as rows:
        yield from map(json.loads, rows)


def flagged(findings: Iterable[Finding]) -> Lines:
    lines: dict[str, set[int]] = defaultdict(set)
    for one in findings:
        if one.coupling is Coupling.STRONG and one.status not in _SILENT:
            last = min(one.span.end_line, one.span.line + _LONGEST)
            lines[one.path].update(range(one.span.line, last + 1))
    return {path: frozenset(numbers) for path, numbers in lines.items()}


@dataclass(slots=True)
class Score:
    """Sums over trees."""

    places: Counter[tuple[str, str]]
    found: Counter[tuple[str, str]]
    judged: Counter[str]
    hit: Counter[str]
    lines: int = 0
    missed: tuple[Place, ...] = ()

    @classmethod
    def empty(cls) -> Score:
        return cls(Counter(), Counter(), Counter(), Counter())

    def add(self, lines: Lines, places: Sequence[Place], judged: Sequence[Judged]) -> None:
        found = [place for place in places if place.found_in(lines)]
        hit = [one for one in judged if one.found_in(lines)]
        self.places.update((one.repository, one.evidence) for one in places)
        self.found.update((one.repository, one.evidence) for one in found)
        self.judged.update(one.label for one in judged)
        self.hit.update(one.label for one in hit)
        self.lines += sum(map(len, lines.values()))
        self.missed += tuple(one for one in places if one not in found)

    def recall(self, *, repository: str = "", evidence: str = "") -> float:
        wanted = [key for key in self.places if repository in ("", key[0]) and evidence in ("", key[1])]
        total = sum(self.places[key] for key in wanted)
        return sum(self.found[key] for key in wanted) / total if total else 0.0

    def mean_recall(self) -> float:
        names = sorted({repository for repository, _ in self.places})
        return sum(self.recall(repository=name) for name in names) / len(names) if names else 0.0

    def precision(self) -> float:
        return self.hit["must_change"] / self.hit.total() if self.hit else 0.0
