"""Builds the coupling map of a report: layout, aggregated edges, exposures and their routes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from migration_engine.coupling.couplings import counts_by_file, coupling_of
from migration_engine.coupling.exposure import Exposure, exposures
from migration_engine.coupling.graph import component_graph, cycles, file_graph
from migration_engine.coupling.layout import LABEL_W, added, lay_out
from migration_engine.coupling.map import VERSION, Card, CouplingMap, MapEdge, Share
from migration_engine.coupling.routes import curve, route, svg_path
from migration_engine.model import Counts, Coupling, ScanReport

if TYPE_CHECKING:
    import networkx as nx

MOST_EDGES = 400


@dataclass(frozen=True, slots=True)
class Graphs:
    """The two graphs of a report, for those who need them for more than its map."""

    files: nx.DiGraph[str]
    components: nx.DiGraph[str]

    @classmethod
    def of(cls, report: ScanReport) -> Graphs:
        files = file_graph(report)
        return cls(files, component_graph(report, files))


def build_map(
    report: ScanReport, graphs: Graphs | None = None, left_out: Collection[str] = ()
) -> CouplingMap:
    """The map of that report; equal reports give equal maps.

    `left_out` are the ids of components that do not migrate: their files are in no share and no reach.
    """
    graphs = graphs or Graphs.of(report)
    shares = shares_by_component(report, left_out)
    layout = lay_out(report.components, shares, left_out)
    exposed = exposures(report, graphs.files, graphs.components, left_out)
    edges = _edges(graphs.components, layout.cards)
    return CouplingMap(
        version=VERSION,
        width=layout.width,
        height=layout.height,
        label_width=LABEL_W,
        share=added(shares.values()),
        lanes=layout.lanes,
        cards=_with_routes(layout.cards, exposed),
        edges=edges[:MOST_EDGES],
        edges_total=len(edges),
        exposures=exposed,
        cycles=cycles(graphs.components),
    )


def shares_by_component(report: ScanReport, left_out: Collection[str] = ()) -> Mapping[str, Share]:
    """Component -> how many of its files are strong, weak and none, or that all of them are left out."""
    counts = counts_by_file(report.scan)
    tally: dict[str, Counter[Coupling]] = defaultdict(Counter)
    for file in report.scan.files:
        tally[file.component][coupling_of(counts.get(file.path, Counts()))] += 1
    return {one.id: _share(tally[one.id], one.id in left_out) for one in report.components}


def _share(tally: Counter[Coupling], is_left_out: bool) -> Share:
    if is_left_out:
        return Share(0, 0, 0, left_out=tally.total())
    return Share(*(tally[coupling] for coupling in (Coupling.STRONG, Coupling.WEAK, Coupling.NONE)))


def _edges(graph: nx.DiGraph[str], cards: Iterable[Card]) -> tuple[MapEdge, ...]:
    """Card to card, the heaviest first; what runs within one card is not drawn."""
    shown = _card_by_component(cards)
    weights: Counter[tuple[str, str]] = Counter()
    for source, target in graph.edges:
        weights[shown[source].id, shown[target].id] += graph.edges[source, target]["weight"]
    by_id = {card.id: card for card in shown.values()}
    ranked = sorted(weights.items(), key=lambda item: (-item[1], item[0]))
    return tuple(
        MapEdge(source, target, weight, curve(by_id[source], by_id[target]))
        for (source, target), weight in ranked
        if source != target
    )


def _with_routes(cards: Iterable[Card], exposed: Iterable[Exposure]) -> tuple[Card, ...]:
    """Each card with the drawn path from its business entry; an "N more" card has none of its own."""
    every = tuple(cards)
    shown = _card_by_component(every)
    paths = {one.component: one.entry_path for one in exposed}
    return tuple(
        replace(card, route=svg_path(route([shown[step] for step in paths.get(card.id, ())])))
        for card in every
    )


def _card_by_component(cards: Iterable[Card]) -> Mapping[str, Card]:
    return {component: card for card in cards for component in card.components}
