"""Scenarios beside the base: one click makes them, they follow the base, and unfair comparisons are named."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from apps.core.models import AuditEntry
from apps.tco.charts import staircase
from apps.tco.fairness import between_scenarios, between_sides, not_taken
from apps.tco.models import Scenario, Variant
from apps.tco.selectors import comparison_for
from apps.tco.services import keep_variant, save
from apps.tco.side_by_side import columns_of, differences
from apps.tco.variants import BY_KIND, READY_MADE, applied
from migration_engine.tco import evaluate, load_scenario
from migration_engine.tco.measured import Measurement, Refused
from migration_engine.text import Text
from tests.apps.tco.golden import golden
from tests.cast import Cast, client_of, gather

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    cast = gather()
    save(actor=cast.mona, project=cast.project, inputs=golden())
    return cast


def make(cast: Cast, kind: str, name: str = "mona") -> int:
    address = reverse("tco:variant-make", args=[cast.project.slug])
    return client_of(cast.by_name(name)).post(address, {"kind": kind}).status_code


def page(cast: Cast, language: str = "en") -> str:
    address = reverse("tco:scenarios", args=[cast.project.slug])
    answer = client_of(cast.mona).get(address, headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def drawn(inputs: dict[str, Any]) -> str:
    result = evaluate(load_scenario(inputs)).to_dict()
    return str(staircase(inputs, result)["words"]["now"])


def npv(kind: str, base: dict[str, Any] | None = None) -> float | None:
    inputs = base or golden()
    return evaluate(load_scenario(applied(inputs, BY_KIND[kind].changes(inputs)))).npv_difference


def test_every_ready_made_scenario_is_one_click_and_can_be_evaluated(cast: Cast) -> None:
    assert all(make(cast, one.kind) == 302 for one in READY_MADE)

    html = page(cast)

    assert Variant.objects.count() == len(READY_MADE)
    assert all(str(one.title) in html for one in READY_MADE)
    assert "Add with one click" not in html
    assert AuditEntry.objects.filter(verb="tco.variant").count() == len(READY_MADE)


def test_owning_the_gpus_or_getting_the_licence_bundled_speaks_for_staying() -> None:
    base = evaluate(load_scenario(golden())).npv_difference

    assert base is not None
    assert (npv("gpus_owned") or 0) < base
    assert (npv("licence_bundled") or 0) < base


def test_a_subsidy_for_ascend_ends_at_the_tariff_of_the_other_side() -> None:
    subsidised = golden()
    subsidised["sides"]["ascend"]["tariff_per_kwh"] = 0.4
    subsidised["sides"]["ascend"]["tariff_subsidy_per_kwh"] = 0.1

    changed = applied(subsidised, BY_KIND["subsidy_ends"].changes(subsidised))

    assert changed["sides"]["ascend"]["tariff_per_kwh"]["value"] == 0.65
    assert changed["sides"]["ascend"]["tariff_subsidy_per_kwh"]["value"] == 0


def test_a_rent_that_nobody_asked_for_is_unknown_and_never_free(cast: Cast) -> None:
    make(cast, "cloud_rent")

    (_base, rented) = columns_of(comparison_for(cast.project), Variant.objects.all())

    assert rented.verdict is not None and rented.verdict.kind == "unknown"
    assert [one.path for one in rented.verdict.missing] == ["sides.ascend.rent_per_device_hour"]
    opened = client_of(cast.mona).get(f"{reverse('tco:scenario', args=[cast.project.slug])}?{rented.query}")
    assert "No verdict yet: 1 figure is missing." in opened.content.decode()


def test_the_rent_is_asked_for_and_an_empty_answer_leaves_it_unknown(cast: Cast) -> None:
    path = "sides.ascend.rent_per_device_hour"
    address = reverse("tco:live", args=[cast.project.slug])

    for texts, words in ((["?", ""], "No verdict yet"), (["?", "12"], "Migrating ")):
        assert words in client_of(cast.mona).get(address, {path: texts}).content.decode()


def test_a_scenario_that_changes_nothing_says_so(cast: Cast) -> None:
    make(cast, "as_is")
    make(cast, "mixed_fleet")

    columns = columns_of(comparison_for(cast.project), Variant.objects.all())

    assert [one.is_same for one in columns] == [False, True, False]
    html = client_of(cast.vic).get(reverse("tco:scenarios", args=[cast.project.slug])).content.decode()
    assert html.count("Same as the base") == 1


def test_only_what_differs_is_listed(cast: Cast) -> None:
    make(cast, "mixed_fleet")

    rows = differences(columns_of(comparison_for(cast.project), Variant.objects.all()))

    assert [(row.label, [entry.text for entry in row.entries]) for row in rows] == [
        ("Share of the demand kept on GPUs", ["0", "30"]),
        ("More staff while one team runs both platforms", ["0", "20"]),
    ]


def test_gpus_that_stay_are_counted_beside_the_servers_of_both_sides(cast: Cast) -> None:
    make(cast, "mixed_fleet")

    assert "3 / 3 + 2 GPU servers kept" in page(cast)
    assert "另保留 GPU 服务器 2 台" in page(cast, "zh-hans")


def test_a_scenario_follows_the_base(cast: Cast) -> None:
    make(cast, "gpus_owned")
    before = columns_of(comparison_for(cast.project), Variant.objects.all())[1].result
    cheaper = golden() | {"wacc_annual": 0.05}
    save(actor=cast.mona, project=cast.project, inputs=cheaper)

    after = columns_of(comparison_for(cast.project), Variant.objects.all())[1]

    assert before is not None and after.result is not None
    assert after.result["npv_difference"] != before["npv_difference"]
    assert after.inputs["wacc_annual"] == 0.05


def test_a_change_is_kept_as_a_scenario_and_the_base_stays(cast: Cast) -> None:
    address = reverse("tco:variant-keep", args=[cast.project.slug])

    client_of(cast.mona).post(address, {"ratio": "0.715", "name": "Measured in May"})

    kept = Variant.objects.get()
    assert kept.changes == {"sides.ascend.tokens_per_s_per_device": pytest.approx(1072.5)}
    assert Scenario.objects.count() == 1
    assert "Measured in May" in page(cast)


@pytest.mark.parametrize(
    "sent",
    [{"ratio": "0.7"}, {"name": "Nothing"}, {"ratio": "-1", "name": "No"}, {"ratio": "1", "name": "x" * 61}],
)
def test_a_scenario_without_name_or_change_is_refused(cast: Cast, sent: dict[str, str]) -> None:
    address = reverse("tco:variant-keep", args=[cast.project.slug])

    answer = client_of(cast.mona).post(address, sent, follow=True)

    assert "Nothing was kept" in answer.content.decode()
    assert not Variant.objects.exists()


def test_a_scenario_that_contradicts_the_base_says_so_in_its_column(cast: Cast) -> None:
    keep_variant(actor="mona", project=cast.project, changes={"dual_run_months": 90.0}, name="Long")

    assert "runs longer than the horizon" in page(cast)


def test_a_scenario_can_be_removed(cast: Cast) -> None:
    make(cast, "gpus_owned")
    kept = Variant.objects.get()

    client_of(cast.mona).post(reverse("tco:variant-drop", args=[cast.project.slug, kept.pk]))

    assert not Variant.objects.exists()


def test_another_horizon_or_rate_is_named_as_unfair() -> None:
    other = golden() | {"horizon_months": 24, "wacc_annual": 0.08}

    named = {check.label: check.says for check in between_scenarios(golden(), [("Short", other)])}

    assert named == {
        "Horizon": "Short: 24 months, base: 36 months",
        "Cost of capital a year": "Short: 8 %, base: 10 %",
    }


def test_an_option_that_only_one_has_at_its_neutral_value_is_no_difference() -> None:
    growing = golden() | {"demand": golden()["demand"] | {"growth_annual": 0.2}}
    plain = golden() | {"tax_rate": 0.0}
    plain["demand"] = {key: value for key, value in plain["demand"].items() if key != "growth_annual"}
    own = golden()
    own["sides"]["ascend"] = own["sides"]["ascend"] | {
        "headroom": {"value": own["headroom"], "origin": "quote"}
    }

    assert between_scenarios(golden(), [("Plain", plain)]) == []
    assert [check.says for check in between_scenarios(plain, [("More", growing)])] == [
        "More: 20 %, base: 0 %"
    ]
    assert all(check.is_met for check in between_sides(own) if check.label == "Headroom of this side")


@pytest.mark.parametrize(("key", "value"), [("redundancy_servers", 0.0), ("headroom", 0.1)])
def test_a_side_that_is_sized_less_generously_is_named_between_sides_and_scenarios(
    key: str, value: float
) -> None:
    lean = golden()
    lean["sides"]["ascend"] |= {key: value}

    (apart,) = [check for check in between_sides(lean) if not check.is_met][2:]
    (told,) = between_scenarios(golden(), [("Lean", lean)])

    assert apart.label in {"Headroom of this side", "Spare servers of this side"}
    assert "GPU: " in apart.says and "Ascend: " in apart.says
    assert told.label == f"Migrate to Ascend: {apart.label}" and told.says.startswith("Lean: ")


def test_throughputs_at_different_service_levels_are_named() -> None:
    inputs = golden()
    for side, level in (("gpu", "TTFT 1 s, FP8"), ("ascend", "TTFT 2 s, W8A8")):
        speed = inputs["sides"][side]["tokens_per_s_per_device"]
        inputs["sides"][side]["tokens_per_s_per_device"] = {
            "value": speed,
            "slo": level,
            "origin": "measurement",
        }

    level, measured = between_sides(inputs)[:2]

    assert not level.is_met and "FP8" in level.says and "W8A8" in level.says
    assert measured.is_met


def test_a_ratio_of_two_measurements_is_called_measured() -> None:
    inputs = golden()
    assert drawn(inputs) == "Entered: 0.6"

    for side in ("gpu", "ascend"):
        speed = inputs["sides"][side]["tokens_per_s_per_device"]
        inputs["sides"][side]["tokens_per_s_per_device"] = {"value": speed, "origin": "measurement"}

    assert drawn(inputs) == "Measured: 0.6"


def test_a_run_at_another_service_level_is_named() -> None:
    run = Measurement("ascend", 900.0, "TTFT 2 s", "run", "2026-11-30")
    reason = Text("measured at another service level", "在不同的服务水平下测得")

    (check,) = not_taken([Refused(run, reason)])

    assert check.says == "2026-11-30: measured at another service level"


def test_the_page_speaks_chinese(cast: Cast) -> None:
    make(cast, "cloud_rent")

    html = page(cast, "zh-hans")

    assert "租用昇腾" in html and "单卡租金" in html and "对比是否公平" in html


def test_the_page_takes_few_queries(cast: Cast, django_assert_max_num_queries) -> None:  # type: ignore[no-untyped-def]
    for one in READY_MADE:
        make(cast, one.kind)
    client = client_of(cast.vic)
    address = reverse("tco:scenarios", args=[cast.project.slug])
    client.get(address)

    with django_assert_max_num_queries(12):
        client.get(address)


def test_a_scenario_that_an_older_engine_took_says_what_is_wrong_with_it(cast: Cast) -> None:
    Scenario.objects.update(engine_version="1", inputs=golden() | {"dual_run_months": 400})

    answer = client_of(cast.mona).get(reverse("tco:scenario", args=[cast.project.slug]), follow=True)

    assert answer.redirect_chain == [(reverse("tco:repair", args=[cast.project.slug]), 302)]
    assert "dual_run_months" in answer.content.decode()
