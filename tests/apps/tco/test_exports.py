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
