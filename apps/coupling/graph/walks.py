"""Walks over the files of a graph: the shortest path between two nodes, and what depends on one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from apps.coupling.graph.beside import Beside, Numbers
from apps.coupling.graph.packed import Graph

_NOTHING = np.array([], dtype=np.int64)


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
    graph: Graph, files: Sequence[int], kinds: frozenset[int], left_out: frozenset[int] = frozenset()
) -> Dependents:
    """Return what depends on any of the files along edges of those kinds; LEFT_OUT are files, too."""
    counts = np.ones(len(graph.files), dtype=np.bool_)
    counts[list(left_out)] = False
    met = (found for found, _before in _levels(graph.needed_by(kinds), files, len(graph.files)))
    levels = [found[counts[found]] for found in met]
    direct, second = (frozenset(level.tolist()) for level in [*levels, _NOTHING, _NOTHING][:2])
    counted = len(graph.files) - len(left_out.union(files))
    return Dependents(direct, direct | second, sum(map(len, levels)), counted)


def neighbours(beside: Beside, files: Sequence[int]) -> frozenset[int]:
    """Return what lies beside any of the files."""
    return frozenset(beside.pairs(np.array(files, dtype=np.int64))[1].tolist())


def shortest(graph: Graph, starts: Sequence[int], ends: Sequence[int], kinds: frozenset[int]) -> list[int]:
    """Return the files of the shortest path along dependencies, or an empty list."""
    parents = np.full(len(graph.files), -1)
    wanted = set(ends)
    met = wanted.intersection(starts)
    for found, before in _levels(graph.depends_on(kinds), starts, len(graph.files)):
        if met:
            break
        parents[found] = before
        met = wanted.intersection(found.tolist())
    return _traced(min(met), parents) if met else []


def _levels(beside: Beside, start: Sequence[int], files: int) -> Iterator[tuple[Numbers, Numbers]]:
    """The files that are one step further each time, and for each of them the one that it was met from."""
    met = np.zeros(files, dtype=np.bool_)
    edge: Numbers = np.array(start, dtype=np.int64)
    met[edge] = True
    while len(edge):
        sources, targets = beside.pairs(edge)
        fresh = ~met[targets]
        edge, first = np.unique(targets[fresh], return_index=True)
        met[edge] = True
        if len(edge):
            yield edge, sources[fresh][first]


def _traced(file: int, parents: Numbers) -> list[int]:
    path = [file]
    while parents[path[-1]] >= 0:
        path.append(int(parents[path[-1]]))
    return path[::-1]
