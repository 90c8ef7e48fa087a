"""The dependency graph: what is on screen, what is said of the rest, paths, circles, and files of it."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from apps.coupling.graph.packed import graph_of
from apps.coupling.graph.places import NODE_H, NODE_W, STEP_X, STEP_Y, TRACKS, bends
from apps.coupling.graph.walks import dependents, files_of, shortest
from apps.coupling.map.page import snapshot_of
from apps.scans.models import Component, Scan
from apps.scans.selectors import report_of
from tests.apps.coupling.pages import Visit
from tests.apps.coupling.world import World
from tests.cast import client_of

RUNTIME, WEB = "docqa/runtime", "docqa/web"
BUDGET = 15
EVERY = frozenset(range(6))


def drawn(source: str) -> dict[str, Any]:
    """Return what the page hands to the browser."""
    found = re.search(r'<script id="graph-data" type="application/json">(.*?)</script>', source, re.S)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def ids(source: str, state: str | None = None) -> set[str]:
    return {node[0] for node in drawn(source)["nodes"] if state is None or node[10] == state}


def test_it_opens_on_components_not_files(visit: Visit, scan: Scan) -> None:
    assert ids(visit.text("graph")) == set(Component.objects.filter(scan=scan).values_list("key", flat=True))


def test_edges_that_lead_off_the_screen_are_counted_too(
    visit: Visit, scan: Scan, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = visit.get("graph").context["page"].view
    monkeypatch.setattr("apps.coupling.graph.scene.MOST_NODES", 3)
    few = visit.get("graph").context["page"].view

    assert (few.components, every.components_total) == (3, few.components_total)
    assert few.lines_total == every.lines_total == len(every.lines) > len(few.lines)
    assert every.lines_total == visit.get("map").context["page"].picture.still.drawn.edges_total


def test_a_component_opens_in_place_and_nothing_else_moves(visit: Visit) -> None:
    before = {node[0]: node[5:7] for node in drawn(visit.text("graph"))["nodes"]}
    after = {node[0]: node[5:7] for node in drawn(visit.text("graph", expand=RUNTIME))["nodes"]}

    assert {key: after[key] for key in before} == before
    files = [node for node in drawn(visit.text("graph", expand=RUNTIME))["nodes"] if node[7] == RUNTIME]
    assert {node[0] for node in files} > {"docqa/runtime/attention.py"}


def test_places_do_not_depend_on_filters(visit: Visit) -> None:
    every = {node[0]: node[5:7] for node in drawn(visit.text("graph"))["nodes"]}
    strong = {node[0]: node[5:7] for node in drawn(visit.text("graph", coupling="strong"))["nodes"]}

    assert strong and strong.items() <= every.items() and len(strong) < len(every)


def test_the_edges_are_those_of_the_scan(scan: Scan, db: None) -> None:
    snapshot = snapshot_of(scan)
    assert snapshot is not None
    graph = graph_of(snapshot)

    found = {(graph.files[a], graph.files[b]) for a, b, _kind in graph.arcs}
    stored = {(edge.source, edge.target) for edge in report_of(scan).scan.edges}
    known = set(graph.files)
    assert found == {(a, b) for a, b in stored if a in known and b in known and a != b}


def test_kinds_of_edges_can_be_switched(visit: Visit) -> None:
    every, imports = drawn(visit.text("graph"))["lines"], drawn(visit.text("graph", kind="import"))["lines"]

    assert 0 < sum(line[2] for line in imports) < sum(line[2] for line in every)


def test_the_blast_radius_grows_with_each_step(visit: Visit) -> None:
    one, two = (ids(visit.text("graph", sel="docqa/device", mode=mode), "lit") for mode in ("1", "2"))

    assert "docqa/device" in one and one < two


def test_the_path_between_two_is_said_file_by_file_and_lit(visit: Visit) -> None:
    source = visit.text("graph", sel=WEB, to=RUNTIME)

    assert {WEB, RUNTIME} <= ids(source, "lit")
    assert " → " in source
    assert any(line[3] for line in drawn(source)["lines"])


def test_a_path_the_other_way_round_is_said_so(visit: Visit) -> None:
    assert "not the other way round" in visit.text("graph", sel=RUNTIME, to=WEB)
    assert "No chain of these edges" in visit.text("graph", sel=RUNTIME, to="gone")


def test_a_shortest_path_is_one(scan: Scan, db: None) -> None:
    snapshot = snapshot_of(scan)
    assert snapshot is not None
    graph = graph_of(snapshot)
    path = shortest(graph, files_of(graph, WEB), files_of(graph, RUNTIME), EVERY)

    arcs = {(a, b) for a, b, _kind in graph.arcs}
    assert all(pair in arcs for pair in zip(path, path[1:], strict=False))
    behind = dependents(graph, files_of(graph, RUNTIME), EVERY)
    assert behind.direct <= behind.within_two
    assert len(behind.within_two) <= behind.reach


def test_a_file_can_be_selected_and_says_how_many_need_it(visit: Visit) -> None:
    source = visit.text("graph", sel="docqa/runtime/attention.py", expand=RUNTIME)

    assert "at any distance" in source
    assert "sel=docqa%2Fruntime&amp;file=docqa%2Fruntime%2Fattention.py" in source


def test_the_list_holds_the_same_nodes(visit: Visit) -> None:
    listed = re.findall(r'data-card="([^"]+)"', visit.text("graph", view="list", coupling="strong"))

    assert set(listed) == ids(visit.text("graph", coupling="strong"))


def test_a_picture_is_offered_where_there_is_one(visit: Visit) -> None:
    assert "data-png=" in visit.text("graph") and "data-png=" not in visit.text("graph", view="list")


@pytest.mark.parametrize(("form", "begins"), [("dot", "digraph"), ("svg", "<svg")])
def test_it_is_exported_as_it_is_shown(world: World, scan: Scan, db: None, form: str, begins: str) -> None:
    client = client_of(world.cast.vic)

    answer = client.get(f"/p/{scan.project.slug}/graph/export/{form}/?coupling=strong")

    text = answer.content.decode()
    assert text.startswith(begins) and "docqa/runtime" in text and "docqa/llm" not in text
    assert answer["Content-Disposition"].endswith(f'.{form}"')


@pytest.mark.parametrize(
    ("source", "target"),
    [((0, 0), (4, 0)), ((4, 1), (0, 1)), ((1, 0), (5, 3)), ((5, 3), (1, 0)), ((2, 2), (2, 0))],
)
def test_a_way_within_a_lane_runs_behind_no_node(source: tuple[int, int], target: tuple[int, int]) -> None:
    def middle(cell: tuple[int, int]) -> tuple[int, int]:
        return cell[0] * STEP_X, cell[1] * STEP_Y

    for track in range(TRACKS):
        way = (middle(source), *bends(middle(source), middle(target), track), middle(target))
        for (x1, y1), (x2, y2) in pairwise(way[1:-1]):
            across = min(y1 % STEP_Y, -y1 % STEP_Y) > NODE_H // 2 if y1 == y2 else False
            beside = min(x1 % STEP_X, -x1 % STEP_X) > NODE_W // 2 if x1 == x2 else False
            assert across or beside, f"{way} runs behind a node"
        for middle_of, corner in ((way[0], way[1]), (way[-1], way[-2])):
            assert middle_of[0] == corner[0] and abs(middle_of[1] - corner[1]) < STEP_Y


def test_names_cannot_break_out_of_an_export(world: World, db: None) -> None:
    project = world.cast.charlies_project
    client = client_of(world.cast.charlie)

    svg = client.get(f"/p/{project.slug}/graph/export/svg/").content.decode()
    page = client.get(f"/p/{project.slug}/graph/").content.decode()

    assert "<img" not in svg and "<img src=x" not in page


def test_a_form_that_is_not_known_is_not_there(visit: Visit) -> None:
    assert visit.client.get(f"/p/{visit.project.slug}/graph/export/exe/").status_code == 404


@pytest.mark.parametrize(
    "query",
    [{"cycle": 99}, {"sel": "\x00"}, {"expand": "gone"}, {"kind": "x", "colour": "y", "to": "z" * 5000}],
)
def test_an_address_that_makes_no_sense_still_shows_the_graph(visit: Visit, query: dict[str, Any]) -> None:
    assert ids(visit.text("graph", **query))


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"sel": RUNTIME, "mode": "2", "expand": RUNTIME, "q": "torch"},
        {"sel": WEB, "to": RUNTIME, "view": "list"},
    ],
)
def test_the_graph_takes_few_queries(
    visit: Visit, query: dict[str, str], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(BUDGET):
        visit.text("graph", **query)
