"""What would change the answer: range, badge of confidence, tornado and histogram."""

from __future__ import annotations

import time
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse

from apps.tco.charts import charts
from apps.tco.reach import confidence
from apps.tco.sensitivity import Sensitivity, kept, sensitivity_of
from apps.tco.services import save
from migration_engine.effort import Range
from migration_engine.tco import evaluate, load_scenario, starting_scenario
from migration_engine.tco.figure import Figure
from migration_engine.tco.placeholders import put
from migration_engine.tco.trust import is_evidence
from tests.apps.tco import priced
from tests.apps.tco.golden import golden
from tests.cast import Cast, client_of, gather

pytestmark = pytest.mark.django_db


def ranged() -> dict[str, Any]:
    """Return the starting figures with a quote, so that there are ranges and a verdict."""
    inputs = starting_scenario(Range(60, 140, 320))
    put(inputs, "sides.ascend.server_price", {"value": 1.1e6, "low": 9e5, "high": 1.4e6, "origin": "quote"})
    return inputs


@pytest.fixture
def cast() -> Cast:
    cache.clear()
    cast = gather()
    save(actor=cast.mona, project=cast.project, inputs=ranged())
    return cast


def read(cast: Cast, name: str, language: str = "en", **query: str) -> str:
    address = reverse(f"tco:{name}", args=[cast.project.slug])
    answer = client_of(cast.vic).get(address, query, headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def of_origin(origin: str) -> Sensitivity:
    return sensitivity_of(claimed(ranged(), origin))


def claimed(tree: dict[str, Any], origin: str) -> dict[str, Any]:
    """Return the tree with that origin at every figure."""
    if "origin" in tree:
        return tree | {"origin": origin, "source": "Somewhere"}
    return {key: claimed(one, origin) if isinstance(one, dict) else one for key, one in tree.items()}


def test_the_analyses_say_how_far_the_answer_carries(cast: Cast) -> None:
    html = read(cast, "sensitivity")

    assert "-CN¥3.65M to CN¥681K" in html
    assert "19.2% of the draws" in html
    assert "seed 20261201" in html
    assert "Verdict changes at" in html


def test_the_page_waits_for_them_until_they_are_known(cast: Cast) -> None:
    assert "being calculated" in read(cast, "scenario")
    read(cast, "sensitivity")

    assert "-CN¥3.65M to CN¥681K" in read(cast, "scenario")


def test_a_page_without_a_script_can_ask_for_them(cast: Cast) -> None:
    assert "-CN¥3.65M to CN¥681K" in read(cast, "scenario", full="1")


def test_changed_figures_have_their_own_analyses(cast: Cast) -> None:
    assert read(cast, "sensitivity") != read(cast, "sensitivity", ratio="1.2")


def test_a_scenario_without_a_verdict_has_none_and_says_so() -> None:
    cast = gather()

    html = read(cast, "sensitivity")

    assert "Unknown until every price and throughput is entered." in html


def test_a_scenario_without_ranges_says_what_is_missing() -> None:
    cast = gather()
    save(actor=cast.mona, project=cast.project, inputs=golden())

    html = read(cast, "sensitivity")

    assert "no figure has a range" in html
    assert "No figure has a range yet" in html


@pytest.mark.parametrize(("origin", "word"), [("quote", "high"), ("default", "low"), ("expert", "low")])
def test_confidence_follows_where_the_figures_come_from(origin: str, word: str) -> None:
    assert confidence(of_origin(origin).trust).word == word


@pytest.mark.parametrize(
    "claim",
    [
        {"origin": "quote"},
        {"origin": "quote", "source": "Offer 12", "valid_until": "2020-01-31"},
    ],
)
def test_a_bare_claim_and_an_expired_quote_are_no_evidence(claim: dict[str, str]) -> None:
    today = date(2026, 12, 1)

    assert not is_evidence(Figure(1.0, **claim), today)  # type: ignore[arg-type]
    assert is_evidence(Figure(1.0, origin="quote", source="Offer 12", valid_until="2026-12-01"), today)


def test_the_answer_names_what_has_run_out(cast: Cast) -> None:
    priced.saved(cast.project)

    assert "1 figure rests on a quote or source that has run out." in read(cast, "scenario")


def test_the_bars_of_the_waterfall_lead_from_one_cost_to_the_other() -> None:
    drawn = charts(ranged(), evaluate(load_scenario(ranged())).to_dict())["waterfall"]

    assert drawn["stay"] + sum(drawn["amounts"]) == pytest.approx(drawn["migrate"], abs=1e-3)


def test_they_are_reckoned_once(cast: Cast) -> None:
    inputs = ranged()
    first = sensitivity_of(inputs)
    begun = time.process_time()

    assert sensitivity_of(inputs) == first
    assert kept(inputs) == first
    assert time.process_time() - begun < 0.1


def test_they_come_within_their_time(cast: Cast) -> None:
    took = []
    for ratio in ("0.71", "0.72"):
        begun = time.process_time()
        read(cast, "sensitivity", ratio=ratio)
        took.append(time.process_time() - begun)

    assert min(took) < 1.5


def test_they_speak_chinese(cast: Cast) -> None:
    html = read(cast, "sensitivity", "zh-hans")

    assert "结论可信度" in html and "有据" in html and "19.2% 的抽样" in html
