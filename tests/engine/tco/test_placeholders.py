"""The scenario to start from is valid, and honest about what nobody has published."""

from __future__ import annotations

from migration_engine.effort import Range
from migration_engine.tco import evaluate, load_scenario, placeholders, starting_scenario
from migration_engine.tco.placeholders import put, source_text

DAYS = Range(40, 90, 200)


def test_the_verdict_waits_for_the_one_price_that_nobody_publishes() -> None:
    result = evaluate(load_scenario(starting_scenario(DAYS)))

    assert result.blocking == ("sides.ascend.server_price",)
    assert result.npv_difference is None


def test_with_a_quote_there_is_a_verdict() -> None:
    tree = starting_scenario(DAYS)
    put(tree, "sides.ascend.server_price", 900_000)

    assert evaluate(load_scenario(tree)).npv_difference is not None


def test_without_a_scan_the_work_is_unknown() -> None:
    result = evaluate(load_scenario(starting_scenario()))

    assert "migration.person_days.likely" in result.blocking


def test_the_work_comes_from_the_scan() -> None:
    days = load_scenario(starting_scenario(DAYS)).migration.person_days

    assert (days.likely.value, days.likely.origin) == (90, "scan")


def test_every_figure_has_a_grade_unless_it_is_a_plain_choice() -> None:
    plain = {path for path, one in placeholders().items() if not one.grade}

    assert plain == {
        "horizon_months",
        "migration.other_one_off",
        "sides.gpu.devices_per_server",
        "sides.ascend.devices_per_server",
        "sides.ascend.server_price",
        "sides.ascend.resale_share",
        "sides.ascend.resale_month",
    }


def test_prices_ask_to_be_replaced_by_a_quote() -> None:
    for side in ("gpu", "ascend"):
        assert placeholders()[f"sides.{side}.server_price"].replace == "quote"


def test_every_source_of_a_starting_figure_reads_in_both_languages() -> None:
    sources = {one.source for one in placeholders().values() if one.source}

    assert all(source_text(source).zh != source for source in sources)
    assert source_text("Quote 4711 of a vendor").zh == "Quote 4711 of a vendor"
