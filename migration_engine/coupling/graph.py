"""The dependency graphs of a scan: an arc leads from the one that depends to what it depends on.

networkx takes a quarter of a second to load, and a scan wants no graph: whoever wants one loads it.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Container, Iterable, Mapping
from typing import TYPE_CHECKING

from migration_engine.model import FileRole, ScanReport, SourceFile

if TYPE_CHECKING:
    import networkx as nx

# Tests and documents depend on everything and would make every path to a business entry trivial.
_SHIPPED = {FileRole.CODE, FileRole.CI, FileRole.GENERATED, FileRole.VENDORED}


def shipped(report: ScanReport) -> Iterable[SourceFile]:
    """The files that ship, in their order."""
    return (file for file in report.scan.files if file.role in _SHIPPED)


def file_graph(report: ScanReport) -> nx.DiGraph[str]:
    """Files that ship, with an arc for each dependency between two of them."""
    import networkx as nx

    graph: nx.DiGraph[str] = nx.DiGraph()
    paths = dict.fromkeys(file.path for file in shipped(report))
    graph.add_nodes_from(paths)
    pairs = dict.fromkeys((edge.source, edge.target) for edge in report.scan.edges)
    graph.add_edges_from((a, b) for a, b in pairs if a != b and a in paths and b in paths)
    return graph


def component_graph(report: ScanReport, files: nx.DiGraph[str]) -> nx.DiGraph[str]:
    """Components, with an arc for each pair of which one depends on the other; `weight` counts file pairs."""
    import networkx as nx

    home = {file.path: file.component for file in report.scan.files}
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(component.id for component in report.components)
    weights = Counter((home[source], home[target]) for source, target in files.edges)
    for (source, target), weight in sorted(weights.items()):
        if source != target:
            graph.add_edge(source, target, weight=weight)
    return graph


def cycles(graph: nx.DiGraph[str]) -> tuple[tuple[str, ...], ...]:
    """Groups that depend on each other in a circle: they can only move together."""
    import networkx as nx

    groups = (tuple(sorted(group)) for group in nx.strongly_connected_components(graph) if len(group) > 1)
    return tuple(sorted(groups))


def shortest_paths(graph: nx.DiGraph[str], starts: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """Node -> the shortest path to it from the nearest start; ties go to the first in the alphabet."""
    parents: dict[str, str | None] = dict.fromkeys(sorted(starts))
    queue = deque(parents)
    while queue:
        node = queue.popleft()
        for follower in sorted(graph.successors(node)):
            if follower not in parents:
                parents[follower] = node
                queue.append(follower)
    return {node: _trace(node, parents) for node in parents}


def reaching(graph: nx.DiGraph[str], apart: Container[str] = ()) -> Mapping[str, int]:
    """Node -> bit mask of all nodes that reach it, itself included: one pass over the condensed graph.

    Those that are counted apart have no bit; what reaches through them has.
    """
    import networkx as nx

    counted = sorted(node for node in graph if node not in apart)
    bits = {node: 1 << position for position, node in enumerate(counted)}
    condensed = nx.condensation(graph)
    masks: dict[int, int] = {}
    for group in nx.topological_sort(condensed):
        mask = 0
        for member in condensed.nodes[group]["members"]:
            mask |= bits.get(member, 0)
        for before in condensed.predecessors(group):
            mask |= masks[before]
        masks[group] = mask
    mapping: Mapping[str, int] = condensed.graph["mapping"]
    return {node: masks[mapping[node]] for node in graph}


def _trace(node: str, parents: Mapping[str, str | None]) -> tuple[str, ...]:
    path = [node]
    while (before := parents[path[-1]]) is not None:
        path.append(before)
    return tuple(reversed(path))
