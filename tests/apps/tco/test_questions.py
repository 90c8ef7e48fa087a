"""Twelve questions: answers live in the address, can be skipped, and end at the answer page."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from apps.tco.models import Scenario
from apps.tco.questions import QUESTIONS
from tests.apps.plans.scans import recorded
from tests.cast import Cast, client_of, gather

pytestmark = pytest.mark.django_db

PRICE = "sides.ascend.server_price"


@pytest.fixture
def cast() -> Cast:
    cast = gather()
    recorded(cast.project)
    return cast


def ask(cast: Cast, language: str = "en", **query: str) -> Any:
    address = reverse("tco:questions", args=[cast.project.slug])
    return client_of(cast.vic).get(address, query, headers={"accept-language": language})


def test_there_are_about_a_dozen_and_no_figure_is_asked_twice() -> None:
    paths = [path for one in QUESTIONS for path in one.paths]

    assert len(QUESTIONS) == 12
    assert len(paths) == len(set(paths))


def test_the_work_of_the_scan_stands_in_its_question(cast: Cast) -> None:
    html = ask(cast, step="11").content.decode()

    assert "From the scan" in html and "The plan says" in html


def test_an_answer_stays_in_the_address_and_a_default_does_not(cast: Cast) -> None:
    answer = ask(cast, **{PRICE: "1100000", "sides.gpu.server_price": "1200000", "step": "6"})

    assert answer.status_code == 302
    assert answer["Location"].endswith(f"?{PRICE}=1100000&step=6")


def test_the_price_turns_the_verdict_from_unknown_to_known(cast: Cast) -> None:
    assert "No verdict yet" in ask(cast, step="6").content.decode()
    assert "Migrating costs" in ask(cast, **{PRICE: "1100000", "step": "6"}).content.decode()


def test_skipping_leaves_the_default_and_keeps_the_other_answers(cast: Cast) -> None:
    html = ask(cast, **{PRICE: "1100000", "wacc_annual": "12", "step": "5"}).content.decode()

    assert 'href="?wacc_annual=12&amp;step=6"' in html


def test_the_last_answer_leads_to_the_answer_page(cast: Cast) -> None:
    answer = ask(cast, **{PRICE: "1100000", "step": "13"})

    assert answer.status_code == 302
    assert answer["Location"] == f"{reverse('tco:scenario', args=[cast.project.slug])}?{PRICE}=1100000"
    assert not Scenario.objects.exists()


def test_a_bad_answer_brings_its_question_back(cast: Cast) -> None:
    answer = ask(cast, **{PRICE: "cheap", "step": "13"})

    html = answer.content.decode()
    assert answer.status_code == 400
    assert "Question 5 of 12" in html
    assert "Write a number with a point" in html and 'value="cheap"' in html


@pytest.mark.parametrize("step", ["0", "-1", "x", "99999999999", ""])
def test_an_odd_step_is_the_first_question(cast: Cast, step: str) -> None:
    assert "Question 1 of 12" in ask(cast, step=step).content.decode()


def test_it_asks_in_chinese(cast: Cast) -> None:
    assert "一台服务器的价格是多少" in ask(cast, "zh-hans", step="5").content.decode()


def test_a_question_takes_few_queries(cast: Cast, django_assert_max_num_queries) -> None:  # type: ignore[no-untyped-def]
    ask(cast, step="5")

    with django_assert_max_num_queries(24):
        ask(cast, step="5")
