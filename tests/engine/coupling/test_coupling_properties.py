"""What holds for any repository: paths are real and shortest, reach counts every ancestor."""

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from migration_engine.coupling import build_map, component_graph, file_graph
from migration_engine.coupling.exposure import exposures
from migration_engine.coupling.graph import reaching, shortest_paths
from migration_engine.model import Coupling
from tests.engine.coupling.scans import finding, report, scan

FOLDERS = ("web", "agent", "serving", "runtime", "kernels")
NAMES = [f"{folder}/{name}.py" for folder in FOLDERS for name in "abc"]
IMPORTS = {"web": ("streamlit",), "agent": ("langchain",), "serving": ("vllm",), "runtime": ("torch",)}
pairs = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)), max_size=40)


def repository(edges, strong):
    imports = {name: IMPORTS.get(name.partition("/")[0], ()) for name in NAMES}
    return report(scan(NAMES, imports=imports, edges=edges, findings=[finding(name) for name in strong]))


@given(pairs)
@settings(max_examples=60)
def test_reach_counts_every_file_that_can_get_there(edges):
    files = file_graph(repository(edges, []))

    masks = reaching(files)

    for node in files:
        assert masks[node].bit_count() == len(nx.ancestors(files, node)) + 1


@given(pairs, st.sets(st.sampled_from(NAMES), min_size=1, max_size=3))
@settings(max_examples=60)
def test_paths_are_as_short_as_they_can_be(edges, starts):
    files = file_graph(repository(edges, []))

    for node, path in shortest_paths(files, starts).items():
        assert path[0] in starts and path[-1] == node
        assert all(files.has_edge(*step) for step in zip(path, path[1:], strict=False))
        assert len(path) - 1 == min(
            nx.shortest_path_length(files, start, node) for start in starts if nx.has_path(files, start, node)
        )


@given(pairs, st.sets(st.sampled_from(NAMES), max_size=3))
@settings(max_examples=60)
def test_every_exposure_is_true_of_the_graph(edges, strong):
    whole = repository(edges, strong)
    files = file_graph(whole)
    graph = component_graph(whole, files)
    couplings = {one.id: one.coupling for one in whole.components}

    for one in exposures(whole, files, graph):
        for path in (one.entry_path, one.strong_path):
            steps = zip(path, path[1:], strict=False)
            assert all(graph.has_edge(*step) for step in steps)
        assert one.direct <= one.within_two <= one.reach <= one.of_files
        assert not one.strong_path or couplings[one.strong_path[-1]] is Coupling.STRONG
        assert bool(one.strong_path) == any(
            nx.has_path(graph, one.component, name)
            for name, coupling in couplings.items()
            if coupling is Coupling.STRONG
        )


@given(pairs, st.sets(st.sampled_from(NAMES), max_size=3))
@settings(max_examples=30)
def test_the_map_of_any_repository_can_be_drawn(edges, strong):
    drawn = build_map(repository(edges, strong))

    assert sum(lane.share.files for lane in drawn.lanes) == len(NAMES)
    assert {card.id for card in drawn.cards} == {one.component for one in drawn.exposures}
