"""The cost page starts from placeholders, withholds a verdict it cannot give, and keeps bad input."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import plotly
import pytest
from django.urls import reverse

from apps.tco.merge import as_shown
from apps.tco.models import Scenario
from apps.tco.selectors import comparison_for
from apps.tco.what_if import typed
from migration_engine.tco import evaluate, load_scenario
from tests.apps.plans.scans import recorded
from tests.apps.tco import priced
from tests.cast import Cast, client_of, gather

pytestmark = pytest.mark.django_db

PRICE = "sides.ascend.server_price"


@pytest.fixture
def cast() -> Cast:
    return gather()


def address(cast: Cast) -> str:
    return reverse("tco:scenario", args=[cast.project.slug])


def page(cast: Cast, name: str = "vic", language: str = "en") -> str:
    answer = client_of(cast.by_name(name)).get(address(cast), headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def filled(cast: Cast, **changes: str) -> dict[str, str]:
    """Return what the browser would send, with some fields changed (`__` for the dot)."""
    stands = typed(comparison_for(cast.project).inputs)
    return (
        stands
        | {"shown": as_shown(stands)}
        | {path.replace("__", "."): value for path, value in changes.items()}
    )


def send(cast: Cast, name: str = "mona", language: str = "en", **changes: str) -> Any:
    client = client_of(cast.by_name(name))
    return client.post(address(cast), filled(cast, **changes), headers={"accept-language": language})


def test_without_a_price_there_is_no_verdict_and_no_zero(cast: Cast) -> None:
    recorded(cast.project)

    html = page(cast)

    assert "No verdict yet: 1 figure is missing." in html
    assert f'name="{PRICE}"' in html, "the verdict asks for what it waits for"
    assert comparison_for(cast.project).result["npv_difference"] is None


def test_the_work_comes_from_the_scan_and_its_badge_says_so(cast: Cast) -> None:
    recorded(cast.project)

    found = comparison_for(cast.project)

    assert found.inputs["migration"]["person_days"]["likely"]["value"] == found.days.likely  # type: ignore[union-attr]
    assert "From the scan" in page(cast)


def test_prices_are_marked_to_be_replaced_by_a_quote(cast: Cast) -> None:
    html = page(cast)

    assert "Replace with quote" in html
    assert "from a secondary source; 8×H20 server" in html


@pytest.mark.parametrize("name", ["alice", "mona"])
def test_entering_the_price_gives_a_verdict_and_is_kept(cast: Cast, name: str) -> None:
    recorded(cast.project)

    assert send(cast, name, sides__ascend__server_price="1,400,000").status_code == 302

    saved = Scenario.objects.get()
    price = saved.inputs["sides"]["ascend"]["server_price"]
    assert (price["value"], price["origin"]) == (1_400_000, "entered")
    assert saved.inputs["sides"]["gpu"]["server_price"]["origin"] == "default"
    assert saved.result == evaluate(load_scenario(saved.inputs)).to_dict()
    assert "Migrating costs" in page(cast)


def test_saving_again_makes_the_next_number_and_keeps_the_first(cast: Cast) -> None:
    recorded(cast.project)
    for price in ("900000", "800000"):
        send(cast, sides__ascend__server_price=price)

    assert list(Scenario.objects.values_list("number", flat=True)) == [2, 1]


@pytest.mark.parametrize("name", ["bob", "vic"])
def test_others_look_but_do_not_save(cast: Cast, name: str) -> None:
    assert send(cast, name).status_code == 403
    assert Scenario.objects.count() == 0
    assert "Save and calculate" not in page(cast, name)


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("sides__ascend__pue", "0.5", "Must be at least 1."),
        ("sides__ascend__pue", "much", "Write a number with a point"),
        ("sides__ascend__pue", "nan", "Write a number with a point"),
        ("headroom", "100", "Must be a share below 100 %."),
        ("horizon_months", "", "Enter a number of months."),
        ("horizon_months", "36.5", "Write a whole number."),
        ("demand__mean_tokens_per_s", "99999", "The mean cannot be above the peak."),
        ("dual_run_months", "40", "The dual run cannot be longer than the horizon."),
        ("currency", "yuan", "three-letter code"),
        ("migration__person_days__low", "99999", "must grow in this order"),
    ],
)
def test_a_bad_value_is_named_beside_its_field_and_nothing_is_stored(
    cast: Cast, path: str, value: str, words: str
) -> None:
    recorded(cast.project)

    answer = send(cast, **{path: value})

    html = answer.content.decode()
    assert answer.status_code == 400
    assert words in html
    assert "Nothing was saved" in html
    assert f'value="{value}"' in html or not value
    assert Scenario.objects.count() == 0


def test_shares_are_typed_in_per_cent_and_survive_a_round_trip_untouched(cast: Cast) -> None:
    recorded(cast.project)
    before = comparison_for(cast.project).inputs

    send(cast)

    assert Scenario.objects.get().inputs == before
    assert filled(cast)["headroom"] == "30"


def test_an_emptied_price_becomes_unknown_and_blocks_the_verdict(cast: Cast) -> None:
    recorded(cast.project)
    send(cast, sides__ascend__server_price="900000")

    send(cast, sides__gpu__server_price="")

    assert "sides.gpu.server_price" in Scenario.objects.first().result["unknown"]  # type: ignore[union-attr]
    assert "Stay on GPU: Price of a server" in page(cast)


def test_it_speaks_chinese_also_in_errors_and_numbers(cast: Cast) -> None:
    recorded(cast.project)
    refused = send(cast, language="zh-hans", sides__ascend__pue="0.5").content.decode()
    send(cast, sides__ascend__server_price="1400000")

    html = page(cast, language="zh-hans")

    assert "不能小于 1" in refused
    assert "个月内迁移要多花 ¥" in html
    assert "万" in html
    assert "待换为报价" in html


def test_a_project_without_a_scan_still_shows_the_page(cast: Cast) -> None:
    html = page(cast)

    assert "No verdict yet: 2 figures are missing." in html


def test_the_chart_script_still_knows_the_mark_that_keeps_its_map_styles_out(cast: Cast) -> None:
    script = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
    mark = re.search(r'<meta id="([0-9a-f]{64})">', page(cast))

    assert mark is not None
    assert f'getElementById("{mark[1]}")' in script.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "path", ["horizon_months", "dual_run_months", PRICE, "migration.day_rate", "wacc_annual"]
)
def test_a_decimal_comma_is_refused_beside_its_field_and_nothing_is_stored(cast: Cast, path: str) -> None:
    answer = send(cast, **{path: "1,5"})

    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == [path]
    assert "such as 0.65, 1200 or 1,200" in answer.content.decode()
    assert not Scenario.objects.exists()


OUTSIDE = {"sides__gpu__tariff_per_kwh": "1.5"}


def tariff(cast: Cast) -> tuple[Any, ...]:
    figure = comparison_for(cast.project).inputs["sides"]["gpu"]["tariff_per_kwh"]
    return tuple(figure.get(end) for end in ("value", "low", "high"))


@pytest.mark.parametrize(("ranges", "stored"), [("widen", (1.5, 0.4, 1.5)), ("drop", (1.5, None, None))])
def test_a_range_that_no_longer_holds_its_value_is_settled_by_its_reader(
    cast: Cast, ranges: str, stored: tuple[Any, ...]
) -> None:
    priced.saved(cast.project)

    answer = send(cast, **OUTSIDE)

    assert answer.status_code == 400
    assert "1.5, range 0.4 to 0.85" in answer.content.decode()
    assert tariff(cast) == (0.65, 0.4, 0.85), "nothing is stored before somebody has said what holds"
    assert "超出已存的区间" in send(cast, language="zh-hans", **OUTSIDE).content.decode()
    assert send(cast, ranges=ranges, **OUTSIDE).status_code == 302
    assert tariff(cast) == stored


def test_a_what_if_says_that_a_range_no_longer_counts(cast: Cast) -> None:
    priced.saved(cast.project)
    query = "?sides.gpu.tariff_per_kwh="

    assert (
        "outside its range, 0.4 to 0.85"
        in client_of(cast.vic).get(address(cast) + query + "1.5").content.decode()
    )
    assert "outside its range" not in client_of(cast.vic).get(address(cast) + query + "0.8").content.decode()


def test_saving_the_rest_names_what_was_refused_and_keeps_it_in_its_field(cast: Cast) -> None:
    priced.saved(cast.project)
    refused = "sides.ascend.pue=0.5"
    offered = client_of(cast.mona).get(f"{address(cast)}?{refused}&sides.gpu.pue=1.7").content.decode()
    assert f'name="left_out" value="{refused}"' in offered

    answer = send(cast, left_out=refused, sides__gpu__pue="1.7")
    html = answer.client.get(answer["Location"]).content.decode()

    assert comparison_for(cast.project).inputs["sides"]["gpu"]["pue"]["value"] == 1.7
    assert "Saved without “Migrate to Ascend: PUE of the data centre”, 0.5: Must be at least 1." in html
    assert 'value="0.5"' in html
