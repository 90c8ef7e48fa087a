"""A report while overrides are applied to it, one after the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from migration_engine.coupling.couplings import added, counts_by_file, coupling_of
from migration_engine.model import (
    Component,
    Counts,
    Coupling,
    Finding,
    FindingStatus,
    Layer,
    LayerVote,
    ScanReport,
    SourceFile,
    TreeScan,
)

_TIGHTNESS = {Coupling.NONE: 0, Coupling.WEAK: 1, Coupling.STRONG: 2}


class Draft:
    """Each step tells whether the report holds what it speaks of; nothing changes where it does not."""

    def __init__(self, report: ScanReport) -> None:
        self._report = report
        self._components = {one.id: one for one in report.components}
        self._home = {file.path: file.component for file in report.scan.files}
        self._bound: dict[str, Coupling] = {}
        self._unlinked: set[str] = set()
        self._touched: set[str] = set()
        self.excluded: dict[str, str] = {}

    def place(self, component: str, layer: Layer, reason: str) -> bool:
        """Move a component to that layer."""
        held = self._components.get(component)
        if held is None:
            return False
        # Heavier than all votes together, so that whoever adds them up comes to the same layer.
        weight = round(sum(vote.weight for vote in held.layer_votes) + 1, 3)
        votes = (LayerVote(layer, weight, reason), *held.layer_votes)
        self._components[component] = replace(held, layer=layer, layer_votes=votes)
        return True

    def bind(self, component: str, coupling: Coupling) -> bool:
        """Say how tightly a component is bound, whatever was found in it."""
        if component not in self._components:
            return False
        self._bound[component] = coupling
        self._touched.add(component)
        return True

    def merge(self, components: Sequence[str], reason: str) -> bool:
        """Join all that are there to the first of them, which keeps its name and its layer."""
        there = [one for one in components if one in self._components]
        if len(there) < 2:
            return False
        into, *others = there
        self._rehome({path: into for path, home in self._home.items() if home in others})
        for one in others:
            del self._components[one]
        return self.place(into, self._components[into].layer, reason)

    def split(self, component: str, name: str, paths: Iterable[str]) -> bool:
        """Take files, or all files of folders, out of a component into a new one that keeps its layer."""
        held, new = self._components.get(component), f"{component}#{name}"
        mine = [path for path, home in self._home.items() if home == component]
        wanted = tuple(paths)
        taken = {path: new for path in mine if _within(path, wanted)}
        if held is None or not taken or len(taken) == len(mine) or new in self._components:
            return False
        self._components[new] = replace(held, id=new, name=name)
        self._touched.add(component)
        self._rehome(taken)
        return True

    def exclude(self, component: str, why: str, *, unlink: bool) -> bool:
        """Count nothing in a component; unlinked, nothing leads through it either."""
        if component not in self._components:
            return False
        self.excluded[component] = why
        self._touched.add(component)
        if unlink:
            self._unlinked.add(component)
        return True

    def finished(self) -> ScanReport:
        """The report with all that was said; components in the order of their ids."""
        scan = self._scan()
        held: dict[str, list[SourceFile]] = defaultdict(list)
        for file in scan.files:
            held[file.component].append(file)
        counts = counts_by_file(scan) if self._touched else {}
        components = [
            self._counted(one, held[one.id], added(counts[f.path] for f in held[one.id] if f.path in counts))
            if one.id in self._touched
            else one
            for one in self._components.values()
        ]
        return replace(self._report, scan=scan, components=tuple(sorted(components, key=lambda one: one.id)))

    def _rehome(self, moved: dict[str, str]) -> None:
        self._home.update(moved)
        self._touched.update(moved.values())

    def _scan(self) -> TreeScan:
        scan, home = self._report.scan, self._home
        dead = {path for path, component in home.items() if component in self._unlinked}
        return replace(
            scan,
            files=tuple(
                file if home[file.path] == file.component else replace(file, component=home[file.path])
                for file in scan.files
            ),
            findings=tuple(self._found(one, home.get(one.path, "")) for one in scan.findings),
            edges=tuple(one for one in scan.edges if one.source not in dead and one.target not in dead)
            if dead
            else scan.edges,
        )

    def _found(self, finding: Finding, component: str) -> Finding:
        if component in self.excluded and finding.status is FindingStatus.OPEN:
            return replace(finding, status=FindingStatus.VENDORED)
        most = self._bound.get(component, Coupling.STRONG)
        if _TIGHTNESS[finding.coupling] > _TIGHTNESS[most]:
            return replace(finding, coupling=most)
        return finding

    def _counted(self, component: Component, files: Sequence[SourceFile], counts: Counts) -> Component:
        found = Coupling.NONE if component.id in self.excluded else coupling_of(counts)
        return replace(
            component,
            paths=tuple(file.path for file in files),
            coupling=self._bound.get(component.id, found),
            counts=counts,
            files=len(files),
            lines=sum(file.lines for file in files),
        )


def _within(path: str, wanted: tuple[str, ...]) -> bool:
    return any(path == one or path.startswith(f"{one.rstrip('/')}/") for one in wanted)
