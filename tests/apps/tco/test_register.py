"""The assumptions register: what could change the answer comes first, and no old figure is lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from apps.core.models import AuditEntry
from apps.tco.assumptions import fingerprint
from apps.tco.models import FigureChange, Scenario
from apps.tco.selectors import comparison_for
from migration_engine.tco.keys import BY_PATH
from tests.apps.tco.priced import saved
from tests.cast import Cast, client_of, gather

pytestmark = pytest.mark.django_db

PRICE = "sides.ascend.server_price"
BUDGET = 8


@pytest.fixture
def cast() -> Cast:
    return gather()


def page(cast: Cast, query: str = "", name: str = "vic", language: str = "en") -> Any:
    address = reverse("tco:register", args=[cast.project.slug]) + query
    answer = client_of(cast.by_name(name)).get(address, headers={"accept-language": language})
    assert answer.status_code == 200
    return answer


def change(cast: Cast, name: str = "mona", path: str = PRICE, **fields: str) -> Any:
    address = reverse("tco:register", args=[cast.project.slug])
    shown = fingerprint(comparison_for(cast.project).inputs, path) if path in BY_PATH else ""
    sent = {"path": path, "value": "850000", "origin": "quote", "shown": shown, **fields}
    return client_of(cast.by_name(name)).post(address, sent)


def test_the_figure_that_could_change_most_comes_first(cast: Cast) -> None:
    saved(cast.project)

    rows = page(cast).context["rows"]

    assert rows[0].path == PRICE
    (spare,) = [row for row in rows if row.path == "redundancy_servers"]
    assert spare.reach_shown.endswith("by ±10%")
    moves = [row.reach for row in rows if row.reach is not None]
    assert moves == sorted(moves, reverse=True)


def test_a_default_asks_to_be_replaced_and_an_old_quote_is_overdue(cast: Cast) -> None:
    saved(cast.project)

    html = page(cast).content.decode()

    assert "Replace with bill" in html
    assert "Overdue: ask for a new one" in html
    assert "125,000 USD at 7.2 (2026-11-30)" in html
    assert 'href="https://example.org/offer-12.pdf"' in html


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("?todo=overdue", {PRICE}),
        ("?origin=default", {"sides.gpu.tariff_per_kwh"}),
        ("?origin=quote&side=gpu", set()),
        ("?todo=replace", {"sides.gpu.tariff_per_kwh"}),
    ],
)
def test_the_address_filters(cast: Cast, query: str, expected: set[str]) -> None:
    saved(cast.project)

    assert {row.path for row in page(cast, query).context["rows"]} == expected


def test_the_address_sorts_and_what_it_gets_wrong_falls_back(cast: Cast) -> None:
    saved(cast.project)

    by_name = [row.label for row in page(cast, "?sort=name").context["rows"]]

    assert by_name == sorted(by_name)
    assert page(cast, "?sort=x&todo=y&origin=z&side=q").context["rows"][0].path == PRICE


def test_a_changed_figure_gives_a_new_scenario_and_the_old_one_stays_in_the_history(cast: Cast) -> None:
    saved(cast.project)

    answer = change(cast, source="Offer 13", owner="Mona", valid_until="2027-06-30", reason="new round")

    assert answer.status_code == 302
    figure = Scenario.objects.first().inputs["sides"]["ascend"]["server_price"]  # type: ignore[union-attr]
    assert (figure["value"], figure["source"], figure["valid_until"]) == (850_000, "Offer 13", "2027-06-30")
    past = FigureChange.objects.filter(path=PRICE).first()
    assert past is not None
    assert (past.before["value"], past.after["value"], past.reason) == (900_000, 850_000, "new round")
    html = page(cast, f"?edit={PRICE}").content.decode()
    assert "900,000, 700,000 to 1,300,000, 125,000 USD at 7.2 (2026-11-30), Quote, Offer 12" in html
    assert "new round" in html


def test_saving_the_whole_form_also_writes_the_history(cast: Cast) -> None:
    saved(cast.project)
    saved(cast.project, sides__gpu__pue=1.9)

    past = FigureChange.objects.filter(path="sides.gpu.pue").first()

    assert past is not None
    assert (past.before, past.after) == ({"value": 1.4}, {"value": 1.9})
    assert FigureChange.objects.filter(scenario__number=2).count() == 1


def test_the_change_is_in_the_audit_trail(cast: Cast) -> None:
    saved(cast.project)

    change(cast)

    entry = AuditEntry.objects.get(verb="tco.figure")
    assert (entry.actor, entry.target, entry.project_slug) == ("mona", PRICE, cast.project.slug)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"value": "-1"}, "Must be at least 0."),
        ({"value": "much"}, "Write a number with a point"),
        ({"low": "900000"}, "must grow in this order"),
        ({"valid_until": "soon"}, "Enter a valid date"),
        ({"date": "2999-01-01"}, "lies in the future"),
        ({"currency": "dollar", "fx_rate": "7"}, "three-letter code"),
        ({"origin": "rumour"}, "Select a valid choice"),
        ({"path": "demand.mean_tokens_per_s", "value": "99999"}, "above the peak"),
    ],
)
def test_a_bad_figure_is_named_and_nothing_is_stored(cast: Cast, fields: dict[str, str], words: str) -> None:
    saved(cast.project)

    answer = change(cast, **fields)

    assert answer.status_code == 400
    assert words in answer.content.decode()
    assert Scenario.objects.count() == 1


def test_an_address_that_runs_is_shown_but_never_a_link(cast: Cast) -> None:
    saved(cast.project)

    change(cast, evidence="javascript:alert(1)", source="<script>alert(1)</script>")

    html = page(cast).content.decode()
    assert 'href="javascript' not in html
    assert "<script>alert" not in html
    assert "javascript:alert(1)" in html


def test_others_look_at_the_history_but_change_nothing(cast: Cast) -> None:
    saved(cast.project)

    assert change(cast, "bob").status_code == 403
    assert "Save and calculate" not in page(cast, f"?edit={PRICE}").content.decode()
    assert "History" in page(cast, f"?edit={PRICE}").content.decode()


def test_an_input_that_does_not_exist_is_not_found(cast: Cast) -> None:
    address = reverse("tco:register", args=[cast.project.slug])

    assert client_of(cast.alice).get(f"{address}?edit=sides.gpu.colour").status_code == 404
    assert change(cast, path="sides.gpu.colour").status_code == 404
    assert change(cast, path="").status_code == 404


def test_it_keeps_its_budget_and_speaks_chinese(
    cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    saved(cast.project)
    for number in range(5):
        saved(cast.project, sides__gpu__pue=1.5 + number / 10)

    client = client_of(cast.vic)
    address = reverse("tco:register", args=[cast.project.slug])
    with django_assert_max_num_queries(BUDGET):
        html = client.get(f"{address}?edit={PRICE}", headers={"accept-language": "zh-hans"}).content.decode()

    assert "已过期：请重新获取" in html
    assert "待换为账单数据" in html


def test_a_new_value_does_not_stand_as_what_the_old_source_said(cast: Cast) -> None:
    saved(cast.project)
    path = "sides.gpu.tariff_per_kwh"

    html = change(
        cast, path=path, value="0.7", low="0.4", high="0.85", origin="default", source="industrial mean"
    )

    assert html.status_code == 302
    figure = comparison_for(cast.project).inputs["sides"]["gpu"]["tariff_per_kwh"]
    assert (figure["value"], figure["origin"], figure["owner"]) == (0.7, "entered", "mona")
    assert "source" not in figure
    assert (figure["low"], figure["high"]) == (0.4, 0.85)


def test_a_new_value_with_a_new_source_keeps_what_was_said(cast: Cast) -> None:
    saved(cast.project)
    path = "sides.gpu.tariff_per_kwh"

    change(cast, path=path, value="0.7", low="0.4", high="0.85", origin="bill", source="Bill of October")

    figure = comparison_for(cast.project).inputs["sides"]["gpu"]["tariff_per_kwh"]
    assert (figure["origin"], figure["source"]) == ("bill", "Bill of October")
