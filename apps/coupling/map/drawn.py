"""The rows of a map: each component under the overrides, with its numbers and its way."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import asdict

from apps.coupling.models import MapComponent
from apps.scans.models import Component as Row
from apps.scans.models import Scan
from apps.scans.selectors import report_of
from migration_engine.coupling import CouplingMap, Overridden, ranks
from migration_engine.model import Component, ScanReport


def map_components(scan: Scan, done: Overridden, drawn: CouplingMap) -> Iterator[MapComponent]:
    """Return the rows of that map, not stored yet."""
    places = ranks(done.report.components, done.excluded)
    exposures = {one.component: one for one in drawn.exposures}
    holds = _holds(report_of(scan), done.report)
    for one in done.report.components:
        yield MapComponent(
            **_told(one),
            **_counted(one),
            reach=exposures[one.id].reach,
            rank=places[one.id],
            excluded=done.excluded.get(one.id, ""),
            holds=holds.get(one.id, {}),
            exposure=asdict(exposures[one.id]),
        )


def _told(one: Component) -> dict[str, object]:
    votes = [{"layer": vote.layer, "weight": vote.weight, "reason": vote.reason} for vote in one.layer_votes]
    longest = Row._meta.get_field("name").max_length
    return {
        "key": one.id,
        "name": one.name[:longest],
        "layer": one.layer.value,
        "layer_votes": votes,
        "coupling": one.coupling.value,
    }


def _counted(one: Component) -> dict[str, int]:
    return {**asdict(one.counts), "files": one.files, "lines": one.lines}


def _holds(found: ScanReport, seen: ScanReport) -> Mapping[str, dict[str, list[str]]]:
    """For each component that is not the scan's own: what it is made of."""
    if found is seen:
        return {}
    before = {file.path: file.component for file in found.scan.files}
    moved = {file.path: file.component for file in seen.scan.files if before[file.path] != file.component}
    homes: dict[str, set[str]] = defaultdict(set)
    for file in seen.scan.files:
        homes[before[file.path]].add(file.component)
    whole = {old: next(iter(new)) for old, new in homes.items() if len(new) == 1}
    return {key: _made_of(key, moved, before, whole) for key in _changed(moved, before)}


def _changed(moved: Mapping[str, str], before: Mapping[str, str]) -> set[str]:
    return {*moved.values(), *(before[path] for path in moved)}


def _made_of(
    key: str, moved: Mapping[str, str], before: Mapping[str, str], whole: Mapping[str, str]
) -> dict[str, list[str]]:
    """Whole components of the scan by name; the rest file by file."""
    components = {old for old, new in whole.items() if new == key} | {key}
    taken = {path for path, new in moved.items() if new == key and before[path] not in components}
    gone = {path for path, new in moved.items() if before[path] == key and new != key}
    return {"components": sorted(components), "paths": sorted(taken), "without": sorted(gone)}
