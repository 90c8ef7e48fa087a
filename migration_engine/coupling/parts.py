"""Groups the files of a scan into components, each with a role that its votes explain."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from migration_engine.coupling.couplings import added, counts_by_file, coupling_of
from migration_engine.coupling.names import short_names
from migration_engine.coupling.partition import Part, partition
from migration_engine.coupling.votes import Votes, leader, votes_by_file
from migration_engine.model import (
    Component,
    Counts,
    FileRole,
    Layer,
    LayerVote,
    SourceFile,
    TreeScan,
)


@dataclass(frozen=True, slots=True)
class ScanParts:
    """The files with their component filled in, and the components."""

    files: tuple[SourceFile, ...]
    components: tuple[Component, ...]


def group(scan: TreeScan) -> ScanParts:
    """Every file in one component; the same scan always gives the same components."""
    votes = votes_by_file(scan)
    parts = partition(scan.files, votes)
    names = short_names(part.id for part in parts)
    counts = counts_by_file(scan)
    home = {file.path: part.id for part in parts for file in part.files}
    return ScanParts(
        files=tuple(replace(file, component=home[file.path]) for file in scan.files),
        components=tuple(_component(part, names[part.id], votes, counts) for part in parts),
    )


def _component(part: Part, name: str, votes: Votes, counts: Mapping[str, Counts]) -> Component:
    together = _votes_together(part, votes)
    total = added(counts[file.path] for file in part.files if file.path in counts)
    return Component(
        id=part.id,
        name=name,
        paths=(part.folder,) if part.whole else tuple(file.path for file in part.files),
        layer=leader(together)[0],
        layer_votes=together,
        coupling=coupling_of(total),
        counts=total,
        files=len(part.files),
        lines=sum(file.lines for file in part.files),
    )


def _votes_together(part: Part, votes: Votes) -> tuple[LayerVote, ...]:
    """The files' votes averaged, so that weights compare between components of any size."""
    weights = {file.path: math.sqrt(file.lines + 1) for file in part.files}
    total = sum(weights.values())
    summed: dict[tuple[Layer, str], float] = defaultdict(float)
    for file in part.files:
        for vote in votes.get(file.path, ()):
            summed[vote.layer, vote.reason] += vote.weight * weights[file.path] / total
    together = [LayerVote(layer, round(weight, 3), reason) for (layer, reason), weight in summed.items()]
    ranked = sorted(together, key=lambda vote: (-vote.weight, vote.layer, vote.reason))
    return tuple(ranked) or (_last_resort(part),)


def _last_resort(part: Part) -> LayerVote:
    documents = all(file.role is FileRole.DOC for file in part.files)
    return LayerVote(Layer.BUSINESS, 0.1, "only documentation" if documents else "no evidence")
