"""What the files around a file say about its role: those it imports, and those that import it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from migration_engine.coupling import reasons
from migration_engine.coupling.own_votes import NEAR_THE_DEVICE, SERVERS
from migration_engine.model import Edge, Layer, LayerVote, TreeScan

Votes = Mapping[str, tuple[LayerVote, ...]]
Leaning = Mapping[str, Layer]
"""Path -> the layer for which a file speaks clearly by itself."""

_WEIGHT, _CAP = 0.3, 1.2
# What every layer uses belongs to none of them by that.
_ALL_ALIKE = 4


def beside(edges: Iterable[Edge], leaning: Leaning) -> Votes:
    """Weak votes for the layers of the files on either side of an import."""
    met: dict[str, Counter[Layer]] = defaultdict(Counter)
    for edge in edges:
        for here, there in ((edge.source, edge.target), (edge.target, edge.source)):
            if there in leaning:
                met[here][leaning[there]] += 1
    return {path: tuple(_beside(layers)) for path, layers in met.items() if len(layers) < _ALL_ALIKE}


def _beside(layers: Counter[Layer]) -> Iterator[LayerVote]:
    for layer, count in sorted(layers.items()):
        yield LayerVote(layer, min(_CAP, count * _WEIGHT), reasons.WORKS_WITH.about(layer))


def behind_servers(scan: TreeScan, leaning: Leaning) -> Votes:
    """A web server is what stands behind it: an engine of this tree, or its business."""
    servers = {path for path, packages in scan.imports.items() if SERVERS & set(packages)}
    behind: dict[str, set[Layer]] = defaultdict(set)
    for edge in scan.edges:
        if edge.source in servers and edge.target in leaning and edge.target not in servers:
            behind[edge.source].add(leaning[edge.target])
    return {path: tuple(_behind(layers)) for path, layers in behind.items()}


def _behind(layers: set[Layer]) -> Iterator[LayerVote]:
    if layers & NEAR_THE_DEVICE:
        yield LayerVote(Layer.SERVING, 2.5, reasons.BESIDE_AN_ENGINE)
    elif layers & {Layer.BUSINESS, Layer.ORCHESTRATION}:
        yield LayerVote(Layer.BUSINESS, 2.0, reasons.BESIDE_BUSINESS_DATA)
