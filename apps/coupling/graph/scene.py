"""What of the graph is on screen: at most so many nodes and edges, and what was asked about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from apps.coupling.filters import COUPLINGS
from apps.coupling.graph.packed import Graph
from apps.coupling.graph.places import Lane, file_places, lanes_of, place_of
from apps.coupling.graph.query import GraphQuery
from apps.coupling.matching import Matches
from apps.coupling.models import EXCLUDED, MapComponent

MOST_NODES, MOST_EDGES = 300, 800
MOST_FILES, MOST_FILES_EACH = 180, 60
_TIGHTNESS = {"strong": 0, "weak": 1, "none": 2}


@dataclass(frozen=True, slots=True)
class Node:
    """A component or a file; `state` is lit, dim or empty, `parent` the opened component of a file."""

    id: str
    name: str
    layer: str
    coupling: str
    status: str
    x: int
    y: int
    parent: str = ""
    files: int = 0
    is_open: bool = False
    state: str = ""

    @property
    def is_file(self) -> bool:
        """Tell a file from a component."""
        return bool(self.parent)


@dataclass(frozen=True, slots=True)
class Line:
    """All dependencies from one node on screen to another."""

    source: str
    target: str
    weight: int
    is_lit: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """Components and files that an answer names: they are on screen, lit, whatever the filters."""

    components: frozenset[int] = frozenset()
    files: frozenset[int] = frozenset()
    steps: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.components or self.files)


@dataclass(frozen=True, slots=True)
class GraphView:
    """The picture, with how much of the whole it holds: `lines_total` counts those too that lead off it."""

    lanes: tuple[Lane, ...]
    nodes: tuple[Node, ...]
    lines: tuple[Line, ...]
    components_total: int
    lines_total: int
    files_hidden: int
    degrees: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def components(self) -> int:
        """Return how many components are on screen."""
        return sum(not node.is_file for node in self.nodes)


class Scene:
    """Chooses the nodes, then gathers the lines between them."""

    def __init__(self, graph: Graph, found: Matches, query: GraphQuery, asked: Asked) -> None:
        self._graph, self._query, self._asked = graph, query, asked
        self._number = graph.component_number
        self._all = {one.key: one for one in found.components}
        self._lanes = lanes_of(found.components)
        self._places = {lane.layer: lane for lane in self._lanes}
        self._matching = found.keys
        self._named = asked.components | set(graph.home[list(asked.files)].tolist())
        self._open = {self._number[key] for key in query.expand if key in self._number}

    def view(self) -> GraphView:
        """Return what is on screen."""
        files = self._shown_files()
        components = self._shown_components(MOST_NODES - sum(map(len, files.values())))
        nodes = tuple(self._nodes(components, files))
        on_screen = {node.id for node in nodes}
        lines = self._lines(on_screen, {file for held in files.values() for file in held})
        shown = sorted(lines, key=lambda one: (not one.is_lit, not self._touches(one), -one.weight))
        return GraphView(
            lanes=self._lanes,
            nodes=nodes,
            lines=tuple(shown[:MOST_EDGES]),
            components_total=len({*self._matching, *(one.key for one in components)}),
            lines_total=len(lines) + self._beyond(on_screen),
            files_hidden=sum(self._all[self._graph.components[one]].files for one in files)
            - sum(map(len, files.values())),
            degrees=_degrees(lines),
        )

    def _touches(self, line: Line) -> bool:
        return self._query.sel in (line.source, line.target)

    def _shown_components(self, most: int) -> list[MapComponent]:
        """What was asked for, then the tightest of each lane in turns."""
        named = {self._graph.components[one] for one in (*self._named, *self._open)}
        wanted = [one for key, one in self._all.items() if key in self._matching or key in named]
        ranked = sorted(wanted, key=lambda one: (one.key not in named, one.rank, one.layer))
        return ranked[: max(0, most)]

    def _shown_files(self) -> dict[int, list[int]]:
        """Component -> its files on screen: those asked for, then the tightest."""
        held = {one: self._graph.held[one] for one in self._open}
        each = min(MOST_FILES_EACH, MOST_FILES // max(1, len(held)))
        return {home: sorted(files, key=self._file_rank)[:each] for home, files in held.items()}

    def _file_rank(self, file: int) -> tuple[bool, int, str]:
        coupling = COUPLINGS[self._graph.coupling[file]]
        return file not in self._asked.files, _TIGHTNESS[coupling], self._graph.files[file]

    def _nodes(self, components: Iterable[MapComponent], files: Mapping[int, list[int]]) -> Iterator[Node]:
        for one in components:
            x, y = place_of(one, self._places)
            number = self._number[one.key]
            yield Node(
                id=one.key,
                name=one.name,
                layer=one.layer,
                coupling=one.mark,
                status=status_of(one),
                x=x,
                y=y,
                files=one.files,
                is_open=number in files,
                state=self._state(number in self._named),
            )
            yield from self._file_nodes(one, files.get(number, ()), x, y)

    def _file_nodes(self, one: MapComponent, files: Iterable[int], x: int, y: int) -> Iterator[Node]:
        held = list(files)
        for file, place in zip(held, file_places(len(held), x, y), strict=True):
            path, coupling = self._graph.files[file], COUPLINGS[self._graph.coupling[file]]
            coupling = EXCLUDED if one.excluded else coupling
            yield Node(
                id=path,
                name=path.rpartition("/")[2],
                layer=one.layer,
                coupling=coupling,
                status=EXCLUDED if one.excluded else "clear" if coupling == "none" else "open",
                x=place[0],
                y=place[1],
                parent=one.key,
                state=self._state(file in self._asked.files),
            )

    def _state(self, is_asked: bool) -> str:
        if not self._asked:
            return ""
        return "lit" if is_asked else "dim"

    def _lines(self, on_screen: set[str], files: set[int]) -> list[Line]:
        weights = self._component_pairs(on_screen)
        if self._open:
            weights.update(self._file_pairs(files))
        way = self._way(files)
        return [
            Line(source, target, weight, (source, target) in way)
            for (source, target), weight in weights.items()
            if source in on_screen and target in on_screen and source != target
        ]

    def _component_pairs(self, on_screen: set[str]) -> Counter[tuple[str, str]]:
        """Pairs of components on screen that are not opened."""
        names, links = self._graph.components, self._graph.links
        closed = np.zeros(len(names), dtype=np.bool_)
        closed[[self._number[key] for key in on_screen if key in self._number]] = True
        closed[list(self._open)] = False
        followed = closed[links[:, 0]] & closed[links[:, 1]] & np.isin(links[:, 2], list(self._query.kinds))
        weights: Counter[tuple[str, str]] = Counter()
        for source, target, _kind, weight in links[followed].tolist():
            weights[names[source], names[target]] += weight
        return weights

    def _beyond(self, on_screen: set[str]) -> int:
        """How many pairs of components that pass the filters are linked, of which one is not on screen."""
        names, links = self._graph.components, self._graph.links
        is_shown = np.array([name in on_screen for name in names], dtype=np.bool_)
        passes = is_shown | np.array([name in self._matching for name in names], dtype=np.bool_)
        source, target, kind = links[:, 0], links[:, 1], links[:, 2]
        counted = passes[source] & passes[target] & ~(is_shown[source] & is_shown[target])
        counted &= (source != target) & np.isin(kind, list(self._query.kinds))
        return len(np.unique(source[counted].astype(np.int64) * len(names) + target[counted]))

    def _file_pairs(self, files: set[int]) -> Counter[tuple[str, str]]:
        """Pairs of which one at least lies in an opened component."""
        graph, kinds, opened = self._graph, self._query.kinds, self._open
        held = np.array([file for one in opened for file in graph.held[one]], dtype=np.int64)
        sources, targets = graph.depends_on(kinds).pairs(held)
        needed, users = graph.needed_by(kinds).pairs(held)
        outside = ~np.isin(graph.home[users], list(opened))
        pairs = [*zip(sources.tolist(), targets.tolist(), strict=True)]
        pairs += zip(users[outside].tolist(), needed[outside].tolist(), strict=True)
        return Counter((self._node(source, files), self._node(target, files)) for source, target in pairs)

    def _node(self, file: int, files: set[int]) -> str:
        """The node that stands for a file: itself where it is on screen, else its component."""
        return self._graph.files[file] if file in files else self._graph.components[self._graph.home[file]]

    def _way(self, files: set[int]) -> set[tuple[str, str]]:
        stops = [self._node(file, files) for file in self._asked.steps]
        return set(zip(stops, stops[1:], strict=False))


def status_of(one: MapComponent) -> str:
    """Return how far a component is: excluded, open, handled or clear."""
    if one.excluded:
        return EXCLUDED
    if one.strong or one.weak:
        return "open"
    return "handled" if one.handled else "clear"


def _degrees(lines: Iterable[Line]) -> Mapping[str, tuple[int, int]]:
    """Node -> how many nodes on screen it depends on, and how many depend on it."""
    out, into = Counter(line.source for line in lines), Counter(line.target for line in lines)
    return {node: (out[node], into[node]) for node in {*out, *into}}
