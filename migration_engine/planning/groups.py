"""Strong components in the order in which they can move; what depends on each other moves together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import networkx as nx

from migration_engine.coupling import component_graph, file_graph
from migration_engine.effort import Estimate
from migration_engine.model import Component, Coupling, ScanReport


@dataclass(frozen=True, slots=True)
class Group:
    """Components that move at once; `needs` and `needed_by` are positions of other groups."""

    components: tuple[Component, ...]
    likely_days: float
    depth: int
    needs: frozenset[int]
    needed_by: frozenset[int]

    @property
    def moves_together(self) -> bool:
        """Whether a circle of dependencies ties several components."""
        return len(self.components) > 1


def depth_of(component: Component) -> int:
    """1 for compute & driver up to 5 for business interaction."""
    return int(component.layer.removeprefix("L"))


def strong_groups(report: ScanReport, estimate: Estimate) -> tuple[Group, ...]:
    """The groups in dependency order: what others stand on comes first, then lower layers, then less work."""
    strong = {one.id: one for one in report.components if one.coupling is Coupling.STRONG}
    graph = _dependencies(report).subgraph(strong)
    condensed = nx.condensation(graph)
    days = {one.component: one.days.likely for one in estimate.components}
    bare = {
        number: _members(condensed.nodes[number]["members"], strong) for number in sorted(condensed.nodes)
    }
    work = {number: sum(days.get(one.id, 0.0) for one in members) for number, members in bare.items()}

    def precedence(number: int) -> tuple[int, float, str]:
        members = bare[number]
        return max(map(depth_of, members)), work[number], members[0].id

    # Arcs lead from the dependent to what it stands on; the reverse is the order of moving.
    order = list(nx.lexicographical_topological_sort(condensed.reverse(copy=True), key=precedence))
    position = {number: place for place, number in enumerate(order)}
    return tuple(
        Group(
            components=bare[number],
            likely_days=work[number],
            depth=max(map(depth_of, bare[number])),
            needs=frozenset(position[other] for other in condensed.successors(number)),
            needed_by=frozenset(position[other] for other in condensed.predecessors(number)),
        )
        for number in order
    )


def _dependencies(report: ScanReport) -> nx.DiGraph[str]:
    return component_graph(report, file_graph(report))


def _members(ids: Iterable[str], strong: dict[str, Component]) -> tuple[Component, ...]:
    return tuple(strong[one] for one in sorted(ids, key=lambda one: (depth_of(strong[one]), one)))
