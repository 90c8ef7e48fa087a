"""The five-layer map: what it draws, what a selection says, and what an address may hold."""

from __future__ import annotations

import re

import pytest
from pytest_django import DjangoAssertNumQueries

from apps.scans.models import Component, Scan
from tests.apps.coupling.pages import Visit
from tests.apps.coupling.world import CARDS_OF_A_FULL_LANE, World, wide
from tests.cast import client_of

RUNTIME = "docqa/runtime"
BUDGET = 15


def lit(source: str) -> int:
    """Return how many cards stand out."""
    return len(re.findall(r'class="node [^"]*is-lit', source))


def test_every_component_has_a_card_in_one_of_five_lanes(visit: Visit, scan: Scan) -> None:
    page = visit.read("map")

    assert len(page.all("g", class_="lane")) == 5
    cards = {card["data-card"] for card in page.all("a", class_="node")}
    assert cards == set(Component.objects.filter(scan=scan).values_list("key", flat=True))
    assert all(card["href"] and card["aria-label"] for card in page.all("a", class_="node"))


def test_a_selection_says_where_why_and_what_replaces_it(visit: Visit) -> None:
    source = visit.text("map", sel=RUNTIME)

    assert 'data-inspector="docqa/runtime"' in source
    hit = re.search(r'code-line is-hit"><span[^>]*>(\d+)</span>([^<]*)<', source)
    assert hit is not None
    assert f".py:{hit[1]}<" in source
    assert "flash_attn" in hit[2]
    assert "On Ascend:" in source
    assert "verified in source" in source and "not verified" in source
    assert "Reach" in source


def test_a_selection_asks_the_plan_for_its_wave(visit: Visit) -> None:
    wave = next(one for one in visit.read("map", sel=RUNTIME).all("span") if "data-wave" in one)

    assert RUNTIME in (wave["hx-get"] or "")
    assert visit.client.get(wave["hx-get"]).status_code == 200


def test_the_path_leads_from_a_business_entry_to_the_selection(visit: Visit) -> None:
    source = visit.text("map", sel=RUNTIME)

    steps = re.findall(r'class="path muted">(docqa/[a-z]+/)<', source)
    assert steps[0] == "docqa/web/" and steps[-1] == "docqa/runtime/"
    route = re.search(r'class="route" d="(M[^"]+)" marker-end', source)
    assert route is not None
    assert "C" not in route[1], "a route runs in the gaps: only straight lines and rounded corners"
    assert lit(source) == 5


def test_the_four_modes_light_up_more_and_more(visit: Visit) -> None:
    one, two, every = (lit(visit.text("map", sel=RUNTIME, mode=mode)) for mode in ("1", "2", "all"))

    assert 1 < one < two < every
    assert 'marker-end="url(#arrow)"' not in visit.text("map", sel=RUNTIME, mode="all")


@pytest.mark.parametrize(
    ("tab", "told"),
    [("dependents", "docqa/serving"), ("imports", "docqa/device"), ("role", "its path contains the word")],
)
def test_each_tab_of_the_inspector_answers_its_question(visit: Visit, tab: str, told: str) -> None:
    assert told in visit.text("map", sel=RUNTIME, tab=tab)


def test_the_table_holds_the_same_components_tightest_first(visit: Visit, scan: Scan) -> None:
    source = visit.text("map", view="table")

    keys = re.findall(r'<th scope="row"><a [^>]*data-card="([^"]+)"', source)
    assert len(keys) == Component.objects.filter(scan=scan).count()
    counts = [Component.objects.get(scan=scan, key=key).strong for key in keys]
    assert counts == sorted(counts, reverse=True)


@pytest.mark.parametrize("sort", ["name", "-files", "layer", "-reach", "handled"])
def test_the_table_sorts_by_each_column(visit: Visit, sort: str) -> None:
    state = "descending" if sort.startswith("-") else "ascending"

    assert len(visit.read("map", view="table", sort=sort).all("th", aria_sort=state)) == 1


def test_filters_fade_what_does_not_match(visit: Visit) -> None:
    page = visit.read("map", coupling="weak")

    standing = [card for card in page.all("a", class_="node") if "is-out" not in (card["class"] or "")]
    assert [card["data-card"] for card in standing] == ["docqa/llm"]


@pytest.mark.parametrize("q", ["runtime", "attention.py", "flash_attn", "CUDA attention library"])
def test_the_search_finds_components_files_symbols_and_rules(visit: Visit, q: str) -> None:
    page = visit.read("map", q=q)

    outside = page.all("a", class_="is-out")
    assert RUNTIME not in {card["data-card"] for card in outside} and outside


def test_a_filter_that_matches_nothing_offers_a_way_back(visit: Visit) -> None:
    assert "No component matches these filters" in visit.text("map", q="no such thing")
    assert "Clear filters" in visit.text("map", q="no such thing", view="table")


def test_a_component_of_another_scan_is_told_apart_from_none(visit: Visit) -> None:
    assert "This scan has no such component" in visit.text("map", sel="gone/since")


@pytest.mark.parametrize(
    "query",
    [{"mode": "sideways", "view": "3d", "tab": "?"}, {"q": "\x00" * 9}, {"sel": "a" * 5000}],
)
def test_an_address_that_makes_no_sense_still_shows_the_map(visit: Visit, query: dict[str, str]) -> None:
    assert "Five-layer coupling map" in visit.text("map", **query)


def test_before_anything_is_chosen_the_panel_says_where_it_binds_most(visit: Visit) -> None:
    page = visit.get("map").context["page"]

    strong = [one.component.strong for one in page.tightest]
    assert strong == sorted(strong, reverse=True) and strong[-1] > 0
    assert "Where it binds most" in visit.text("map") and "Where it binds most" not in visit.text(
        "map", sel=RUNTIME
    )


def test_a_full_lane_names_how_many_more_there_are(world: World, db: None) -> None:
    visit = Visit(client_of(world.cast.alice), wide(world).project)
    more = next(card for card in visit.read("map").all("a", class_="node--more"))

    assert more["aria-label"] is not None
    assert more["aria-label"].startswith("7 more components")
    opened = visit.text("map", sel=more["data-card"])
    assert opened.count('class="path muted">L2 runtime') == CARDS_OF_A_FULL_LANE + 6 - 17


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"sel": RUNTIME, "mode": "all", "tab": "role"},
        {"sel": RUNTIME, "layer": "L2,L1", "coupling": "strong", "rule": "attention-library", "q": "torch"},
        {"view": "table", "sort": "-reach", "q": "torch", "sel": RUNTIME},
    ],
)
def test_the_map_takes_few_queries(
    visit: Visit, query: dict[str, str], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(BUDGET):
        visit.text("map", **query)
