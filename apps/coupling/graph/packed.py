"""The packed graph of a map: files and components by number, and what leads from one to the other."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

import msgspec
import numpy as np

from apps.coupling.filters import COUPLINGS
from apps.coupling.graph.beside import Beside
from apps.coupling.kept import Key, key_of
from apps.coupling.models import MapGraph, MapSnapshot
from migration_engine.coupling import couplings_by_file, shipped
from migration_engine.model import Coupling, EdgeKind, ScanReport

KINDS = tuple(kind.value for kind in EdgeKind)
KEPT_WALKS = 4


class Packed(msgspec.Struct, array_like=True):
    """Columns. A number is the place of a name in `components` or `files`; arrays hold 32-bit numbers.

    `arcs` are triples (file, the file it depends on, kind), `links` quadruples (component, the one that it
    depends on, kind, how many pairs of files).
    """

    components: list[str]
    files: list[str]
    home: bytes
    coupling: bytes
    arcs: bytes
    links: bytes


class Graph:
    """The graph, unpacked as far as somebody asks."""

    def __init__(self, packed: Packed) -> None:
        self.components = packed.components
        self.files = packed.files
        self.home = np.frombuffer(packed.home, dtype="<u4")
        self.coupling = packed.coupling
        self.arcs = np.frombuffer(packed.arcs, dtype="<u4").reshape(-1, 3)
        """A row for each edge: file, the file that it depends on, and the kind."""
        self.links = np.frombuffer(packed.links, dtype="<u4").reshape(-1, 4)
        """A row for each: component, the component that it depends on, the kind, and the pairs of files."""
        self._kept: dict[tuple[int, frozenset[int]], Beside] = {}

    @cached_property
    def component_number(self) -> Mapping[str, int]:
        """Return the number of each component."""
        return {key: number for number, key in enumerate(self.components)}

    @cached_property
    def file_number(self) -> Mapping[str, int]:
        """Return the number of each file."""
        return {path: number for number, path in enumerate(self.files)}

    @cached_property
    def held(self) -> Sequence[Sequence[int]]:
        """Return the files of each component."""
        held: list[list[int]] = [[] for _ in self.components]
        for file, home in enumerate(self.home.tolist()):
            held[home].append(file)
        return held

    def home_of(self, path: str) -> str:
        """Return the key of the component that holds a file, or an empty text."""
        number = self.file_number.get(path)
        return "" if number is None else self.components[self.home[number]]

    @cached_property
    def dependents(self) -> dict[str, list[str]]:
        """Return, for each component that others depend on, those others."""
        found: dict[int, set[int]] = defaultdict(set)
        for source, target in self.links[:, :2].tolist():
            found[target].add(source)
        names = self.components
        return {names[target]: sorted(names[one] for one in found[target]) for target in sorted(found)}

    def depends_on(self, kinds: frozenset[int]) -> Beside:
        """Return the files that each file depends on along edges of those kinds."""
        return self._beside(0, kinds)

    def needed_by(self, kinds: frozenset[int]) -> Beside:
        """Return the files that depend on each file along edges of those kinds."""
        return self._beside(1, kinds)

    def _beside(self, end: int, kinds: frozenset[int]) -> Beside:
        if (end, kinds) not in self._kept:
            arcs = self.arcs[np.isin(self.arcs[:, 2], list(kinds))]
            beside = Beside.of(arcs[:, end], arcs[:, 1 - end], len(self.files))
            self._kept = (
                {**self._kept, (end, kinds): beside}
                if len(self._kept) < KEPT_WALKS
                else {(end, kinds): beside}
            )
        return self._kept[end, kinds]


def pack(report: ScanReport) -> bytes:
    """Return the graph of a report as `MapGraph` keeps it."""
    scan = report.scan
    place = {one.id: number for number, one in enumerate(report.components)}
    files = list(shipped(report))
    number = {file.path: position for position, file in enumerate(files)}
    home = [place[file.component] for file in files]
    tight = couplings_by_file(scan)
    arcs = _arcs(report, number)
    return msgspec.msgpack.encode(
        Packed(
            components=list(place),
            files=list(number),
            home=_bytes(home),
            coupling=bytes(COUPLINGS.index(tight.get(file.path, Coupling.NONE)) for file in files),
            arcs=_bytes([value for arc in arcs for value in arc]),
            links=_bytes(_links(arcs, home)),
        )
    )


def graph_of(snapshot: MapSnapshot) -> Graph:
    """Return the graph of a stored map; the last few stay unpacked in memory."""
    return _unpacked(key_of(snapshot))


@lru_cache(maxsize=3)
def _unpacked(key: Key) -> Graph:
    packed = MapGraph.objects.values_list("packed", flat=True).get(snapshot_id=key[0])
    return Graph(msgspec.msgpack.decode(bytes(packed), type=Packed))


def _arcs(report: ScanReport, number: Mapping[str, int]) -> list[tuple[int, int, int]]:
    kinds = {kind: position for position, kind in enumerate(EdgeKind)}
    found = {
        (number[edge.source], number[edge.target], kinds[edge.kind])
        for edge in report.scan.edges
        if edge.source in number and edge.target in number and edge.source != edge.target
    }
    return sorted(found)


def _links(arcs: list[tuple[int, int, int]], home: list[int]) -> list[int]:
    weights = Counter((home[source], home[target], kind) for source, target, kind in arcs)
    rows = sorted(weights.items())
    return [value for (a, b, kind), weight in rows if a != b for value in (a, b, kind, weight)]


def _bytes(numbers: list[int]) -> bytes:
    return array("I", numbers).tobytes()
