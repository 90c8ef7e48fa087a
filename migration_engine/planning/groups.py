"""Strong components in the order in which they can move; what depends on each other moves together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import networkx as nx

from migration_engine.coupling import component_graph, file_graph
from migration_engine.effort import Estimate
from migration_engine.model import Component, Coupling, Layer, ScanReport


@dataclass(frozen=True, slots=True)
class Group:
    """Components that move at once, up to `layer`; `needs` and `needed_by` are positions of other groups."""

    components: tuple[Component, ...]
    likely_days: float
    layer: Layer
    needs: frozenset[int]
    needed_by: frozenset[int]

    @property
    def moves_together(self) -> bool:
        """Whether a circle of dependencies ties several components."""
        return len(self.components) > 1


def strong_groups(report: ScanReport, estimate: Estimate) -> tuple[Group, ...]:
    """The groups in dependency order: what others stand on comes first, then lower layers, then less work."""
    strong = {one.id: one for one in report.components if one.coupling is Coupling.STRONG}
    graph = component_graph(report, file_graph(report)).subgraph(strong)
    condensed = nx.condensation(graph)
    days = {one.component: one.days.likely for one in estimate.components}
    bare = {
        number: lowest_first(strong[one] for one in condensed.nodes[number]["members"])
        for number in sorted(condensed.nodes)
    }
    work = {number: sum(days.get(one.id, 0.0) for one in members) for number, members in bare.items()}

    def precedence(number: int) -> tuple[Layer, float, str]:
        members = bare[number]
        return members[-1].layer, work[number], members[0].id

    # Arcs lead from the dependent to what it stands on; the reverse is the order of moving.
    order = list(nx.lexicographical_topological_sort(condensed.reverse(copy=True), key=precedence))
    position = {number: place for place, number in enumerate(order)}
    return tuple(
        Group(
            components=bare[number],
            likely_days=work[number],
            layer=bare[number][-1].layer,
            needs=frozenset(position[other] for other in condensed.successors(number)),
            needed_by=frozenset(position[other] for other in condensed.predecessors(number)),
        )
        for number in order
    )


def lowest_first(components: Iterable[Component]) -> tuple[Component, ...]:
    """From compute & driver up to business interaction."""
    return tuple(sorted(components, key=lambda one: (one.layer, one.id)))
