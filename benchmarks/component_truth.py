"""Folders and files of real applications with the layer and coupling a person gave them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from migration_engine.model import Coupling, FindingStatus, RuleKind, ScanReport

HANDLED = "handled"
_COUNTED = frozenset({FindingStatus.OPEN, FindingStatus.HANDLED})


@dataclass(frozen=True, slots=True)
class Label:
    """What a person called one path. `layers` begins with the best; all that follow are right as well."""

    repository: str
    revision: str
    path: str
    layers: tuple[str, ...]
    coupling: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a scan says about that path; no layer where nothing of it was read."""

    layer: str
    coupling: str


def certain_labels(path: Path) -> list[Label]:
    """The labels of a file that the labeller was sure of."""
    with path.open(encoding="utf-8") as rows:
        return [
            Label(row["repo"], row["sha"], row["path"], (row["layer"], *row.get("also", ())), row["coupling"])
            for row in map(json.loads, rows)
            if row.get("certain", True)
        ]


def answer(report: ScanReport, path: str) -> Answer:
    """The layer with most lines below the path, and the tightest coupling that is open there."""
    layers = {one.id: one.layer.value for one in report.components}
    lines: Counter[str] = Counter()
    for file in report.scan.files:
        if _below(file.path, path):
            lines[layers[file.component]] += file.lines + 1
    first = lines.most_common(1)
    return Answer(first[0][0] if first else "", _coupling(report, path))


def _coupling(report: ScanReport, path: str) -> str:
    counted = {rule.id for rule in report.scan.ruleset.rules if rule.kind is RuleKind.COUPLING}
    seen = {
        HANDLED if one.status is FindingStatus.HANDLED else one.coupling.value
        for one in report.scan.findings
        if one.rule in counted and one.status in _COUNTED and _below(one.path, path)
    }
    order = (Coupling.STRONG.value, Coupling.WEAK.value, HANDLED)
    return next((word for word in order if word in seen), Coupling.NONE.value)


def _below(path: str, top: str) -> bool:
    return path == top or path.startswith(top.rstrip("/") + "/")


@dataclass(slots=True)
class Score:
    """Sums over labels."""

    labels: int = 0
    layer: int = 0
    coupling: int = 0
    confused: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: list[tuple[Label, Answer]] = field(default_factory=list)

    def add(self, labels: Iterable[Label], answers: Mapping[str, Answer]) -> None:
        """`answers` by path, of the tree that the labels are about."""
        for label in labels:
            said = answers[label.path]
            layer, coupling = said.layer in label.layers, said.coupling == label.coupling
            self.labels += 1
            self.layer += layer
            self.coupling += coupling
            self.confused[label.layers[0], said.layer or "?"] += 1
            if not (layer and coupling):
                self.wrong.append((label, said))

    def share(self, right: int) -> float:
        return right / self.labels if self.labels else 0.0
