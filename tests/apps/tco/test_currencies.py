"""Amounts in other currencies: quoted, converted by a rate of a day, and never relabelled."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.tco.assumptions import fingerprint
from apps.tco.models import FigureChange, Scenario, Variant
from apps.tco.selectors import comparison_for
from apps.tco.services import keep_variant
from apps.tco.side_by_side import columns_of, differences
from apps.tco.snapshots import take
from migration_engine.tco.effects import figure_at
from tests.apps.tco.priced import saved
from tests.cast import Cast, client_of, gather

pytestmark = pytest.mark.django_db

PRICE = "sides.ascend.server_price"
TRAINING = "migration.training"
USD = {"value": "125000", "low": "100000", "high": "150000", "currency": "usd", "fx_rate": "7.2"}


@pytest.fixture
def cast() -> Cast:
    return gather()


def post(cast: Cast, route: str, **fields: str) -> Any:
    return client_of(cast.mona).post(reverse(f"tco:{route}", args=[cast.project.slug]), fields)


def enter(cast: Cast, path: str = PRICE, **fields: str) -> Any:
    shown = fingerprint(comparison_for(cast.project).inputs, path)
    sent = {"path": path, "origin": "quote", "shown": shown, "fx_date": "2026-11-30", **fields}
    return post(cast, "register", **{key: text for key, text in sent.items() if text})


def figure(cast: Cast, path: str = PRICE) -> Any:
    return figure_at(comparison_for(cast.project).inputs, path)


def npv(cast: Cast) -> float:
    return float(comparison_for(cast.project).result["npv_difference"])


def test_a_quote_in_dollars_is_kept_and_counted_converted(cast: Cast) -> None:
    saved(cast.project, sides__ascend__server_price=None)

    assert enter(cast, **USD).status_code == 302

    stood = figure(cast)
    assert (stood["value"], stood["low"], stood["high"]) == (900_000, 720_000, 1_080_000)
    assert (stood["currency"], stood["fx_rate"], stood["fx_date"]) == ("USD", 7.2, "2026-11-30")
    html = post_page(cast, f"?edit={PRICE}")
    assert "125,000 USD at 7.2 (2026-11-30)" in html
    assert 'value="125000"' in html
    past = FigureChange.objects.filter(path=PRICE).first()
    assert past is not None and past.after["fx_rate"] == 7.2
    assert "900,000, 720,000 to 1,080,000, 125,000 USD at 7.2 (2026-11-30), Quote" in html


def post_page(cast: Cast, query: str = "") -> str:
    address = reverse("tco:register", args=[cast.project.slug]) + query
    return str(client_of(cast.mona).get(address).content.decode())


TOMORROW = (timezone.now() + timedelta(days=2)).date().isoformat()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"fx_rate": ""}, "Enter how many CNY one USD cost on the day"),
        ({"fx_date": ""}, "Enter the day of the rate."),
        ({"fx_date": TOMORROW}, "lies in the future"),
        ({"fx_rate": "0"}, "Must be greater than 0."),
        ({"currency": "dollar"}, "three-letter code"),
        ({"currency": "1$"}, "three-letter code"),
        ({"currency": "CNY"}, "An amount in CNY needs no rate"),
    ],
)
def test_a_quote_without_a_good_rate_is_refused_with_what_to_do(
    cast: Cast, fields: dict[str, str], words: str
) -> None:
    saved(cast.project, sides__ascend__server_price=None)

    answer = enter(cast, **(USD | fields))

    assert answer.status_code == 400
    assert words in answer.content.decode()
    assert Scenario.objects.count() == 1


def test_a_share_has_no_currency(cast: Cast) -> None:
    saved(cast.project)

    assert 'name="fx_rate"' not in post_page(cast, "?edit=sides.gpu.residual_share")


def test_a_rate_of_the_project_is_offered_and_moves_its_quotes_together(cast: Cast) -> None:
    saved(cast.project)
    sent = {
        "code": "USD",
        "low": "6.8",
        "value": "7.2",
        "high": "7.6",
        "date": "2026-11-30",
        "source": "Bank",
    }

    assert post(cast, "rate-set", **sent).status_code == 302

    stored = figure_at(comparison_for(cast.project).inputs, "simulation.exchange_rates")
    assert stored["USD"]["high"] == 7.6
    assert (
        "The project&#x27;s rate is 7.2." in enter(cast, TRAINING, **(USD | {"fx_rate": ""})).content.decode()
    )
    page = client_of(cast.vic).get(reverse("tco:rates", args=[cast.project.slug])).content.decode()
    assert "USD 7.2, 6.8 to 7.6" in page and "Save and calculate" not in page


def test_quotes_are_converted_anew_where_that_is_asked_for(cast: Cast) -> None:
    saved(cast.project)

    post(cast, "rate-set", code="USD", value="7", date="2026-12-01", anew="on")

    assert (figure(cast)["value"], figure(cast)["fx_rate"]) == (875_000, 7)
    assert figure(cast)["fx_date"] == "2026-12-01"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"value": ""}, "Enter a rate."),
        ({"date": TOMORROW}, "lies in the future"),
        ({"low": "8"}, "must grow in this order"),
    ],
)
def test_a_bad_rate_is_refused(cast: Cast, fields: dict[str, str], words: str) -> None:
    saved(cast.project)

    answer = post(cast, "rate-set", **({"code": "USD", "value": "7", "date": "2026-11-30"} | fields))

    assert answer.status_code == 400 and words in answer.content.decode()
    assert Scenario.objects.count() == 1


def test_a_rate_that_nothing_is_quoted_in_goes_with_the_last_quote(cast: Cast) -> None:
    saved(cast.project)
    post(cast, "rate-set", code="USD", value="7.2", date="2026-11-30")

    assert post(cast, "rate-set", code="EUR", value="8", date="2026-11-30").status_code == 404
    assert enter(cast, value="850000", currency="CNY", fx_date="").status_code == 302

    assert figure_at(comparison_for(cast.project).inputs, "simulation.exchange_rates") == {}
    assert "currency" not in figure(cast)


def test_a_new_name_of_the_currency_is_refused(cast: Cast) -> None:
    saved(cast.project)

    answer = post(cast, "scenario", currency="USD", shown='{"currency": "CNY"}')

    assert answer.status_code == 400
    assert "convert them instead" in answer.content.decode()
    assert Scenario.objects.count() == 1


def test_amounts_are_converted_and_keep_what_they_were(cast: Cast) -> None:
    saved(cast.project, migration__training=72_000)
    Variant.objects.create(
        project=cast.project, name="Cheap", changes={PRICE: 720_000.0, "sides.gpu.pue": 1.2}, made_by="bob"
    )
    before = npv(cast)

    sent = {"code": "USD", "rate": "0.1388888888889", "day": "2026-11-30", "source": "Bank", "shown": "CNY"}
    assert post(cast, "convert", **sent).status_code == 302

    found, training = comparison_for(cast.project), figure(cast, TRAINING)
    assert found.inputs["currency"] == "USD"
    assert (training["value"], training["currency"]) == (pytest.approx(10_000), "CNY")
    assert training["fx_date"] == "2026-11-30"
    assert figure(cast)["value"] == 125_000 and "currency" not in figure(cast)
    assert figure(cast, "sides.gpu.pue") == figure_at(Scenario.objects.last().inputs, "sides.gpu.pue")  # type: ignore[union-attr]
    assert Variant.objects.get().changes == {PRICE: pytest.approx(100_000), "sides.gpu.pue": 1.2}
    change = FigureChange.objects.get(path="currency")
    assert (change.before, change.after) == ("CNY", "USD")
    assert change.reason == "1 CNY = 0.138888888889 USD (2026-11-30) Bank"
    assert npv(cast) == pytest.approx(before / 7.2, rel=1e-6)


def test_there_and_back_gives_the_same_amounts(cast: Cast) -> None:
    saved(cast.project, migration__training=71_999)
    kept = {TRAINING: 71_999.0, "sides.gpu.server_price": 1_234_567.0, "sides.gpu.pue": 1.25}
    variant = keep_variant(actor="bob", project=cast.project, changes=kept, name="Dear")
    post(cast, "convert", code="EUR", rate="0.1234567", day="2026-11-30", shown="CNY")
    assert Variant.objects.get().quotes[TRAINING] == {"value": 71_999.0, "currency": "CNY"}
    post(cast, "convert", code="USD", rate="1.13", day="2026-11-30", shown="EUR")
    post(cast, "convert", code="CNY", rate="8.1", day="2026-11-30", shown="USD")

    assert figure(cast, TRAINING) == {"value": 71_999}
    variant.refresh_from_db()
    assert (variant.changes, variant.quotes) == (kept, {})
    rows = differences(columns_of(comparison_for(cast.project), [variant]))
    assert len(rows) == 2 and not any("training" in one.label.lower() for one in rows)
    assert comparison_for(cast.project).inputs["currency"] == "CNY"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"code": "CNY"}, "in this currency already"),
        ({"rate": ""}, "Say how much one CNY is."),
        ({"day": TOMORROW}, "lies in the future"),
        ({"shown": "EUR"}, "The amounts are in CNY meanwhile."),
    ],
)
def test_a_conversion_without_a_good_rate_is_refused(cast: Cast, fields: dict[str, str], words: str) -> None:
    saved(cast.project)

    sent = {"code": "USD", "rate": "0.14", "day": "2026-11-30", "shown": "CNY"} | fields
    answer = post(cast, "convert", **sent)

    assert answer.status_code == 400 and words in answer.content.decode()
    assert Scenario.objects.count() == 1


def difference(cast: Cast) -> Any:
    address = reverse("tco:snapshot", args=[cast.project.slug, 2])
    return client_of(cast.vic).get(address, {"with": "1"})


def test_snapshots_in_two_currencies_are_compared_by_the_rate_that_converted_them(cast: Cast) -> None:
    saved(cast.project, migration__training=72_000)
    take(actor="bob", project=cast.project, title="")
    post(cast, "convert", code="USD", rate="0.14", day="2026-11-30", shown="CNY")
    take(actor="bob", project=cast.project, title="")

    answer = difference(cast)

    assert answer.context["difference"].changes == []
    assert "1 CNY = 0.14 USD (2026-11-30)" in answer.content.decode()


def test_a_price_entered_in_the_new_currency_shows_beside_the_converted_old_one(cast: Cast) -> None:
    saved(cast.project)
    take(actor="bob", project=cast.project, title="")
    post(cast, "convert", code="USD", rate="0.14", day="2026-11-30", shown="CNY")
    enter(cast, TRAINING, value="25000", currency="USD", fx_rate="", fx_date="", origin="quote")
    take(actor="bob", project=cast.project, title="")

    (change,) = difference(cast).context["difference"].changes

    assert (change.before.value, change.before.unit) == ("150,000", "CNY")
    assert (change.after.value, change.after.unit, change.alone) == ("25,000", "USD", "-$4K")


def test_amounts_that_no_rate_joins_are_listed_as_not_compared(cast: Cast) -> None:
    saved(cast.project, sides__ascend__server_price=900_000)
    take(actor="bob", project=cast.project, title="")
    saved(cast.project, currency="USD", sides__ascend__server_price=125_000, sides__gpu__pue=1.9)
    take(actor="bob", project=cast.project, title="")

    answer = difference(cast)

    found = {one.label: one for one in answer.context["difference"].changes}
    price = found["Migrate to Ascend: Price of a server"]
    assert (price.before.unit, price.after.unit, price.alone) == ("CNY", "USD", "not compared, no rate")
    assert found["Stay on GPU: PUE of the data centre"].helps
    assert "neither holds a rate between the two" in answer.content.decode()
