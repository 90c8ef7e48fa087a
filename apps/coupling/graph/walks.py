"""Walks over the files of a graph: the shortest path between two nodes, and what depends on one."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from apps.coupling.graph.packed import Graph

Beside = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Dependents:
    """Files outside the node that depend on it: directly, within two steps, at any distance.

    Counted as the exposure of the engine counts them, of `of_files` that could: none that is left out.
    """

    direct: frozenset[int]
    within_two: frozenset[int]
    reach: int
    of_files: int

    def within(self, steps: int) -> frozenset[int]:
        """Return those within one or two steps."""
        return self.direct if steps == 1 else self.within_two


def files_of(graph: Graph, node: str) -> tuple[int, ...]:
    """Return the numbers of a node's files: all of a component, or the one file; empty for no node."""
    component = graph.component_number.get(node)
    if component is not None:
        return tuple(graph.held[component])
    number = graph.file_number.get(node)
    return () if number is None else (number,)


def dependents(
    graph: Graph, files: Iterable[int], kinds: frozenset[int], left_out: frozenset[int] = frozenset()
) -> Dependents:
    """Return what depends on any of the files along edges of those kinds; LEFT_OUT are files, too."""
    start = frozenset(files)
    levels = [level - left_out for level in _levels(graph.needed_by(kinds), start)]
    direct = levels[0] if levels else frozenset()
    within_two = direct.union(*levels[1:2])
    counted = len(graph.files) - len(start | left_out)
    return Dependents(direct, within_two, sum(len(level) for level in levels), counted)


def shortest(graph: Graph, starts: Iterable[int], ends: Iterable[int], kinds: frozenset[int]) -> list[int]:
    """Return the files of the shortest path along dependencies, or an empty list."""
    wanted, parents = set(ends), dict.fromkeys(starts, -1)
    beside, queue = graph.depends_on(kinds), deque(parents)
    while queue:
        file = queue.popleft()
        if file in wanted:
            return _traced(file, parents)
        for follower in beside[file]:
            if follower not in parents:
                parents[follower] = file
                queue.append(follower)
    return []


def _levels(beside: Beside, start: frozenset[int]) -> Iterable[frozenset[int]]:
    met, edge = set(start), set(start)
    while edge:
        edge = {before for file in edge for before in beside[file]} - met
        met |= edge
        if edge:
            yield frozenset(edge)


def _traced(file: int, parents: dict[int, int]) -> list[int]:
    path = [file]
    while parents[path[-1]] >= 0:
        path.append(parents[path[-1]])
    return path[::-1]
