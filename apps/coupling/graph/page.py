"""Reading what the graph page shows: the picture, the answer to what was asked, the selected node."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from apps.coupling.graph.packed import Graph, graph_of
from apps.coupling.graph.query import GraphQuery
from apps.coupling.graph.scene import Asked, GraphView, Scene
from apps.coupling.graph.walks import Dependents, dependents, files_of, neighbours, shortest
from apps.coupling.kept import drawn_of, key_of
from apps.coupling.map.page import snapshot_of
from apps.coupling.matching import Matches, matches
from apps.coupling.models import MapComponent, MapSnapshot
from apps.coupling.successors import successor
from apps.scans.models import Scan

MOST_LISTED = 40


@dataclass(frozen=True, slots=True)
class Stop:
    """One file on a path, with its component."""

    path: str
    component: str


@dataclass(frozen=True, slots=True)
class Selected:
    """The selected node: numbers of files that depend on it, and its neighbours as nodes."""

    id: str
    name: str
    component: MapComponent
    is_file: bool
    numbers: Dependents
    needs: tuple[str, ...]
    needed_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """The path that was asked for; `is_turned` says that it leads the other way round."""

    stops: tuple[Stop, ...] = ()
    is_turned: bool = False


@dataclass(frozen=True, slots=True)
class GraphPage:
    """Everything that the graph page shows; `asked` is the node that the address names."""

    scan: Scan
    query: GraphQuery
    asked: str
    found: Matches
    view: GraphView
    selected: Selected | None
    way: Way | None
    cycles: tuple[tuple[str, ...], ...]

    @property
    def circle(self) -> tuple[str, ...]:
        """Return the components of the chosen circle."""
        return self.cycles[self.query.cycle - 1] if 0 < self.query.cycle <= len(self.cycles) else ()


def graph_page(scan: Scan, query: GraphQuery) -> GraphPage | None:
    """Return the graph page of a scan, or None while its map is not drawn yet."""
    snapshot = snapshot_of(scan)
    if snapshot is None:
        return None
    graph, asked_for = graph_of(snapshot), query.sel
    query = _held_now(snapshot, graph, query)
    found = matches(snapshot, query)
    selected = _selected(graph, found, query)
    way = _way(graph, query) if selected and query.to else None
    cycles = _cycles(snapshot)
    asked = _asked(graph, query, selected, way, cycles)
    return GraphPage(
        scan=scan,
        query=query,
        asked=asked_for,
        found=found,
        view=Scene(graph, found, query, asked).view(),
        selected=selected,
        way=way,
        cycles=cycles,
    )


def _held_now(snapshot: MapSnapshot, graph: Graph, query: GraphQuery) -> GraphQuery:
    """Return the same view; in the place of a component that was joined to another stands that one."""
    drawing = key_of(snapshot)

    def now(node: str) -> str:
        return node if node in graph.file_number else successor(drawing, node)

    opened = tuple(dict.fromkeys(map(now, query.expand)))
    return query.changed(sel=now(query.sel), to=now(query.to), expand=opened)


def _cycles(snapshot: MapSnapshot) -> tuple[tuple[str, ...], ...]:
    return tuple(sorted((one for one in drawn_of(snapshot).cycles), key=len, reverse=True))


def _selected(graph: Graph, found: Matches, query: GraphQuery) -> Selected | None:
    files = files_of(graph, query.sel)
    is_file = query.sel not in graph.component_number
    key = graph.home_of(query.sel) if is_file else query.sel
    component = next((one for one in found.components if one.key == key), None)
    if component is None:
        return None
    numbers = dependents(graph, files, query.kinds, _left_out(graph, found))
    needs = neighbours(graph.depends_on(query.kinds), files).difference(files)
    return Selected(
        id=query.sel,
        name=query.sel.rpartition("/")[2] if is_file else component.name,
        component=component,
        is_file=is_file,
        numbers=numbers,
        needs=_nodes(graph, needs, is_file),
        needed_by=_nodes(graph, numbers.direct, is_file),
    )


def _left_out(graph: Graph, found: Matches) -> frozenset[int]:
    """Return the files of components that overrides leave out."""
    apart = [graph.component_number[one.key] for one in found.components if one.excluded]
    return frozenset(file for number in apart for file in graph.held[number])


def _nodes(graph: Graph, files: frozenset[int], as_files: bool) -> tuple[str, ...]:
    if as_files:
        return tuple(sorted(graph.files[file] for file in files))
    homes = np.unique(graph.home[list(files)]).tolist() if files else ()
    return tuple(sorted(graph.components[home] for home in homes))


def _way(graph: Graph, query: GraphQuery) -> Way:
    starts, ends = files_of(graph, query.sel), files_of(graph, query.to)
    straight = shortest(graph, starts, ends, query.kinds)
    path = straight or shortest(graph, ends, starts, query.kinds)
    stops = (Stop(graph.files[file], graph.components[graph.home[file]]) for file in path)
    return Way(tuple(stops), is_turned=bool(path) and not straight)


def _asked(
    graph: Graph,
    query: GraphQuery,
    selected: Selected | None,
    way: Way | None,
    cycles: tuple[tuple[str, ...], ...],
) -> Asked:
    if 0 < query.cycle <= len(cycles):
        return Asked(frozenset(graph.component_number[key] for key in cycles[query.cycle - 1]))
    if selected is None:
        return Asked()
    if way is not None and way.stops:
        steps = tuple(graph.file_number[stop.path] for stop in way.stops)
        return Asked(files=frozenset(steps), steps=steps)
    return _around(graph, query, selected)


def _around(graph: Graph, query: GraphQuery, selected: Selected) -> Asked:
    mine = frozenset(files_of(graph, selected.id))
    if query.mode == "near":
        files = selected.numbers.direct | neighbours(graph.depends_on(query.kinds), list(mine))
    else:
        files = selected.numbers.within(int(query.mode))
    if selected.is_file:
        return Asked(files=files | mine)
    return Asked(frozenset(graph.home[list(files | mine)].tolist()), files | mine)
