"""How a component is reached from business entries, and how far it is from something strong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import groupby
from operator import or_
from typing import TYPE_CHECKING

from migration_engine.coupling.graph import reaching, shortest_paths
from migration_engine.model import Coupling, Layer, ScanReport

if TYPE_CHECKING:
    import networkx as nx

Paths = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Exposure:
    """Paths are empty when there is none.

    Numbers count files outside the component that ship and are not left out: those that depend on it
    directly, within two steps, at any distance (its reach), and `of_files` all that could.
    """

    component: str
    entry_path: tuple[str, ...]
    entry_files: tuple[str, ...]
    strong_path: tuple[str, ...]
    direct: int
    within_two: int
    reach: int
    of_files: int


@dataclass(frozen=True, slots=True)
class _View:
    """All that one pass over the graphs yields, from which each component's exposure is read."""

    files: nx.DiGraph[str]
    held: Mapping[str, tuple[str, ...]]
    home: Mapping[str, str]
    by_file: Paths
    by_component: Paths
    to_strong: Paths
    masks: Mapping[str, int]
    apart: frozenset[str]


def exposures(
    report: ScanReport,
    files: nx.DiGraph[str],
    components: nx.DiGraph[str],
    left_out: Container[str] = (),
) -> tuple[Exposure, ...]:
    """One exposure for each component, in the components' order; the graphs are those of the report."""
    view = _view(report, files, components, left_out)
    return tuple(_exposure(view, component.id) for component in report.components)


def _view(
    report: ScanReport, files: nx.DiGraph[str], components: nx.DiGraph[str], left_out: Container[str]
) -> _View:
    held = _held(report, files)
    apart = frozenset(path for component, paths in held.items() if component in left_out for path in paths)
    entries = [one.id for one in report.components if one.layer is Layer.BUSINESS and one.id in held]
    return _View(
        files=files,
        held=held,
        home={file.path: file.component for file in report.scan.files},
        by_file=shortest_paths(files, [path for entry in entries for path in held[entry]]),
        by_component=shortest_paths(components, entries),
        to_strong=_paths_to_strong(report, components),
        masks=reaching(files, apart),
        apart=apart,
    )


def _exposure(view: _View, component: str) -> Exposure:
    mine = view.held.get(component, ())
    entry_files = min(
        (view.by_file[path] for path in mine if path in view.by_file), key=_shortest, default=()
    )
    collapsed = tuple(name for name, _ in groupby(view.home[path] for path in entry_files))
    return Exposure(
        component=component,
        entry_path=collapsed or view.by_component.get(component, ()),
        entry_files=entry_files,
        strong_path=view.to_strong.get(component, ()),
        direct=len(_dependents(view.files, mine, 1) - view.apart),
        within_two=len(_dependents(view.files, mine, 2) - view.apart),
        reach=_reach(view, mine),
        of_files=view.files.number_of_nodes() - len(view.apart.union(mine)),
    )


def _held(report: ScanReport, files: nx.DiGraph[str]) -> Mapping[str, tuple[str, ...]]:
    held: dict[str, list[str]] = defaultdict(list)
    for file in report.scan.files:
        if file.path in files:
            held[file.component].append(file.path)
    return {component: tuple(sorted(paths)) for component, paths in held.items()}


def _paths_to_strong(report: ScanReport, components: nx.DiGraph[str]) -> Paths:
    strong = [one.id for one in report.components if one.coupling is Coupling.STRONG]
    backwards = shortest_paths(components.reverse(copy=False), strong)
    return {name: tuple(reversed(path)) for name, path in backwards.items()}


def _dependents(files: nx.DiGraph[str], mine: Iterable[str], steps: int) -> set[str]:
    inside = set(mine)
    met, edge = set(inside), set(inside)
    for _ in range(steps):
        edge = {before for path in edge for before in files.predecessors(path)} - met
        met |= edge
    return met - inside


def _reach(view: _View, mine: Sequence[str]) -> int:
    together = reduce(or_, (view.masks[path] for path in mine), 0)
    return together.bit_count() - len(set(mine) - view.apart)


def _shortest(path: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    return len(path), path
