"""The map: lanes, cards, edges, routes, and its way to JSON and back."""

import json
from collections import Counter
from dataclasses import replace

import pytest

from migration_engine.coupling import CouplingMap, Share, build_map, reason_text
from migration_engine.coupling.evidence import evidence
from migration_engine.coupling.layout import COLUMNS, FEWER_CARDS, GAP, MOST_CARDS, lay_out
from migration_engine.coupling.routes import route, svg_path
from migration_engine.errors import DocumentInvalid
from migration_engine.model import Layer
from tests.engine.coupling.scans import WEAK, finding, report, scan, small_app


def wide_app(count=30):
    """Many runtime components; every third is strong, the next weak."""
    names = [f"kernels{number:02}/attention.py" for number in range(count)]
    return scan(
        names,
        imports=dict.fromkeys(names, ("torch", "triton")),
        findings=[*(finding(name) for name in names[::3]), *(finding(name, WEAK) for name in names[1::3])],
        edges=[(one, other) for one in names for other in names if one != other],
    )


def test_a_map_stored_before_files_were_left_out_is_still_read():
    plain = json.loads(json.dumps(build_map(report(small_app())).to_dict()))
    del plain["share"]["left_out"]

    assert CouplingMap.from_dict(plain).share == Share(strong=2, weak=1, none=2)


def test_lanes_run_from_business_on_top_to_compute():
    drawn = build_map(report(small_app()))

    assert [lane.layer.value for lane in drawn.lanes] == ["L5", "L4", "L3", "L2", "L1"]
    assert [lane.y for lane in drawn.lanes] == sorted(lane.y for lane in drawn.lanes)
    assert drawn.height == drawn.lanes[-1].y + drawn.lanes[-1].h


def test_an_empty_lane_is_still_there():
    drawn = build_map(report(scan(["web/pages.py"])))

    assert len(drawn.lanes) == 5
    assert all(lane.h > 0 for lane in drawn.lanes)


def test_the_strongest_come_first_and_the_rest_is_named_on_one_card():
    drawn = build_map(report(wide_app()))

    cards = [card for card in drawn.cards if card.layer is Layer.RUNTIME]
    ranks = [["strong", "weak", "none"].index(card.coupling.value) for card in cards[:-1]]
    assert ranks == sorted(ranks)
    assert len(cards) == MOST_CARDS
    assert len(cards[-1].hides) == 30 - (MOST_CARDS - 1)
    lane = next(lane for lane in drawn.lanes if lane.layer is Layer.RUNTIME)
    assert (lane.components, lane.shown) == (30, MOST_CARDS - 1)


def test_of_many_full_lanes_two_get_a_third_row():
    layers = (Layer.RUNTIME, Layer.SERVING, Layer.ORCHESTRATION)
    one = report(wide_app(1)).components[0]
    parts = [replace(one, id=f"{layer}-{n}", layer=layer) for layer in layers for n in range(30)]
    drawn = lay_out(parts, {one.id: Share(0, 0, 1) for one in parts})

    held = Counter(card.layer for card in drawn.cards)
    assert sorted(held.values()) == [FEWER_CARDS, MOST_CARDS, MOST_CARDS]


def test_eighteen_components_need_no_more_card():
    drawn = build_map(report(wide_app(MOST_CARDS)))

    assert not any(card.is_more for card in drawn.cards)


def test_cards_never_overlap_and_stay_inside_their_lane():
    drawn = build_map(report(wide_app()))
    lanes = {lane.layer: lane for lane in drawn.lanes}

    places = {(card.row, card.column) for card in drawn.cards}
    assert len(places) == len(drawn.cards)
    for card in drawn.cards:
        lane = lanes[card.layer]
        assert lane.y < card.y and card.y + card.h < lane.y + lane.h
        assert drawn.label_width < card.x and card.x + card.w < drawn.width
        assert card.column < COLUMNS


def test_shares_count_files_and_add_up():
    drawn = build_map(report(small_app()))

    assert (drawn.share.strong, drawn.share.weak, drawn.share.none) == (2, 1, 2)
    assert sum(lane.share.files for lane in drawn.lanes) == 5


def test_hidden_edges_are_counted():
    drawn = build_map(report(wide_app()))

    assert len(drawn.edges) <= 400
    assert drawn.edges_total == MOST_CARDS * (MOST_CARDS - 1)
    assert [edge.weight for edge in drawn.edges] == sorted(
        (edge.weight for edge in drawn.edges), reverse=True
    )


def test_the_route_of_every_card_leaves_its_entry_and_never_crosses_a_card():
    drawn = build_map(report(small_app()))
    by_id = {card.id: card for card in drawn.cards}
    path = [by_id[name] for name in ("web", "agent", "serving", "runtime", "device")]

    lines = route(path)

    assert len(lines) == 4
    assert by_id["device"].route == svg_path(lines)


def test_a_long_step_runs_in_the_gaps():
    drawn = build_map(report(wide_app()))
    cards = [card for card in drawn.cards if card.layer is Layer.RUNTIME]

    for before in cards:
        for after in cards:
            for line in route([before, after]):
                for start, end in zip(line, line[1:], strict=False):
                    assert start[0] == end[0] or start[1] == end[1]
                    assert not any(crosses(start, end, card) for card in drawn.cards)


def crosses(start, end, card):
    """Whether a stretch enters the inside of a card; touching its border is arriving."""
    (x1, x2), (y1, y2) = sorted((start[0], end[0])), sorted((start[1], end[1]))
    return x1 < card.x + card.w and x2 > card.x and y1 < card.y + card.h and y2 > card.y


def test_the_gap_leaves_room_for_a_line():
    assert GAP >= 10


def test_it_survives_json_and_back():
    drawn = build_map(report(small_app()))

    assert CouplingMap.from_dict(json.loads(json.dumps(drawn.to_dict()))) == drawn


def test_the_same_scan_gives_the_same_bytes():
    first, second = (json.dumps(build_map(report(wide_app())).to_dict()) for _ in range(2))

    assert first == second


def test_a_stored_map_that_lacks_a_part_is_refused_by_place():
    plain = build_map(report(small_app())).to_dict()
    del plain["cards"][1]["route"]

    with pytest.raises(DocumentInvalid) as refused:
        CouplingMap.from_dict(plain)

    assert refused.value.place == "/cards/1"


def test_an_unknown_layer_in_a_stored_map_is_refused_by_place():
    plain = build_map(report(small_app())).to_dict()
    plain["lanes"][2]["layer"] = "L9"

    with pytest.raises(DocumentInvalid, match="L9") as refused:
        CouplingMap.from_dict(plain)

    assert refused.value.place == "/lanes/2/layer"


def test_a_hidden_component_is_found_on_the_card_that_hides_it():
    drawn = build_map(report(wide_app()))
    more = next(card for card in drawn.cards if card.is_more)

    assert [card for card in drawn.cards if more.hides[0] in card.components] == [more]
    assert not any("nowhere" in card.components for card in drawn.cards)


def test_every_reason_reads_in_both_languages():
    kinds = [f"file kind: {kind.name}" for kind in evidence().kinds]
    for phrase in (*kinds, "imports torch", "path word serve", "findings bind at L1", "works with L2"):
        sentence = reason_text(phrase)
        assert sentence.en != phrase
        assert any("一" <= letter <= "鿿" for letter in sentence.zh)
        assert not any(kind.name in sentence.zh for kind in evidence().kinds)


def test_every_component_reason_is_a_known_phrase():
    for component in report(small_app()).components:
        for vote in component.layer_votes:
            assert reason_text(vote.reason).zh != vote.reason
