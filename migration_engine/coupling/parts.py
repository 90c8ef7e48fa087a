"""Groups the files of a scan into components, each with a role that its votes explain."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from migration_engine.coupling.couplings import added, counts_by_file, coupling_of
from migration_engine.coupling.names import short_names
from migration_engine.coupling.partition import Part, partition
from migration_engine.coupling.reasons import NO_EVIDENCE, ONLY_DOCUMENTS
from migration_engine.coupling.votes import Votes, leader, together, votes_by_file
from migration_engine.model import (
    Component,
    Counts,
    FileRole,
    Layer,
    LayerVote,
    SourceFile,
    TreeScan,
)
from migration_engine.value import Value


class ScanParts(Value, frozen=True):
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
    spoken = together(part.files, votes) or (_last_resort(part),)
    total = added(counts[file.path] for file in part.files if file.path in counts)
    return Component(
        id=part.id,
        name=name.replace(":", " · "),
        paths=(part.folder,) if part.whole else tuple(file.path for file in part.files),
        layer=leader(spoken)[0],
        layer_votes=spoken,
        coupling=coupling_of(total),
        counts=total,
        files=len(part.files),
        lines=sum(file.lines for file in part.files),
    )


def _last_resort(part: Part) -> LayerVote:
    documents = all(file.role is FileRole.DOC for file in part.files)
    return LayerVote(Layer.BUSINESS, 0.1, ONLY_DOCUMENTS if documents else NO_EVIDENCE)
