"""The comparison to take away: a workbook, the months, and two pages of paper."""

from __future__ import annotations

import csv
import io
from typing import Any

import openpyxl
import pytest
from django.urls import reverse

from apps.tco.snapshots import take
from tests.apps.tco.priced import saved
from tests.cast import Cast, client_of, gather

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return gather()


def get(cast: Cast, route: str, query: str = "", language: str = "en") -> Any:
    address = reverse(f"tco:{route}", args=[cast.project.slug]) + query
    return client_of(cast.vic).get(address, headers={"accept-language": language})


def test_the_workbook_comes_in_the_readers_language(cast: Cast) -> None:
    saved(cast.project)

    for language, first in (("en", "Summary"), ("zh-hans", "摘要")):
        answer = get(cast, "workbook", language=language)
        assert answer["Content-Disposition"] == 'attachment; filename="document-questions-cost.xlsx"'
        assert openpyxl.load_workbook(io.BytesIO(answer.content)).sheetnames[0] == first


def test_a_snapshot_is_exported_as_it_stood(cast: Cast) -> None:
    scenario = saved(cast.project)
    take(actor="mona", project=cast.project, title="")
    saved(cast.project, sides__gpu__pue=1.9)

    rows = list(csv.DictReader(io.StringIO(get(cast, "months", "?snapshot=1").content.decode())))
    now = list(csv.DictReader(io.StringIO(get(cast, "months").content.decode())))

    last = scenario.result["monthly"][-1]["cumulative_difference"]
    assert float(rows[-1]["cumulative_difference"]) == pytest.approx(last)
    assert float(now[-1]["cumulative_difference"]) != pytest.approx(last)
    assert "snapshot-1" in get(cast, "workbook", "?snapshot=1")["Content-Disposition"]


@pytest.mark.parametrize("route", ["workbook", "months", "print"])
@pytest.mark.parametrize("number", ["1", "x", "", "²", "99999999999999"])
def test_a_snapshot_that_is_not_there_is_not_found(cast: Cast, route: str, number: str) -> None:
    assert get(cast, route, f"?snapshot={number}").status_code == 404


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_print_has_two_pages_with_the_register_on_the_second(cast: Cast, language: str) -> None:
    saved(cast.project)

    html = get(cast, "print", language=language).content.decode()

    assert html.count('<article class="report-page">') == 2
    first, second = html.split('<article class="report-page">')[1:]
    assert "<polyline" in first
    assert "Offer 12" in second
    assert ("seed 7" if language == "en" else "种子 7") in first
    assert "<nav id=" not in html


def test_without_a_price_paper_gives_no_verdict_either(cast: Cast) -> None:
    html = get(cast, "print").content.decode()

    assert "No verdict yet" in html
    assert 'class="report-migrate" points=""' in html


WHAT_IF = "?ratio=0.8&wacc_annual=12"
CHANGED = (
    "Throughput of one device at the service level 900 → 1,200 tokens/s",
    "Cost of capital a year 10 → 12 %",
)


def test_a_workbook_of_a_what_if_holds_its_values_and_says_so(cast: Cast) -> None:
    saved(cast.project)

    answer = get(cast, "workbook", WHAT_IF)
    book = openpyxl.load_workbook(io.BytesIO(answer.content))
    said = " ".join(str(row[0].value) for row in book["Summary"]["A1:A6"])

    assert "cost-what-if.xlsx" in answer["Content-Disposition"]
    assert "What if, not stored" in said and all(words in said for words in CHANGED)
    assert 0.12 in [row[2].value for row in book["Inputs"].iter_rows()]
    assert "What if" not in str(
        list(openpyxl.load_workbook(io.BytesIO(get(cast, "workbook").content))["Summary"].values)
    )


def test_the_months_of_a_what_if_say_so_on_every_line(cast: Cast) -> None:
    saved(cast.project)

    rows = list(csv.DictReader(io.StringIO(get(cast, "months", WHAT_IF).content.decode())))
    now = list(csv.DictReader(io.StringIO(get(cast, "months").content.decode())))

    assert all(CHANGED[0] in row["scenario"] for row in rows)
    assert "scenario" not in now[0]
    assert rows[-1]["cumulative_difference"] != now[-1]["cumulative_difference"]


def test_the_print_of_a_what_if_says_so_in_its_title(cast: Cast) -> None:
    saved(cast.project)

    html = get(cast, "print", WHAT_IF).content.decode()

    assert "<title>What if: " in html and "not stored" in html
    assert all(words in html for words in CHANGED)
    assert "What if" not in get(cast, "print").content.decode()


@pytest.mark.parametrize("route", ["workbook", "months", "print"])
def test_a_what_if_that_makes_no_sense_is_no_export(cast: Cast, route: str) -> None:
    answer = get(cast, route, "?wacc_annual=much")

    assert answer.status_code == 400
    assert "Cost of capital a year: Write a number" in answer.content.decode()


def test_the_page_of_a_what_if_offers_the_exports_of_it(cast: Cast) -> None:
    saved(cast.project)

    for route in ("scenario", "live"):
        html = get(cast, route, "?wacc_annual=12").content.decode()
        assert "/tco/months.csv?wacc_annual=12" in html
