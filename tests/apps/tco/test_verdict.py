"""The sentences under the verdict say what the engine found, and nothing that it did not look for."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from apps.tco import figures
from apps.tco.verdict import verdict_of
from migration_engine.tco import evaluate, load_scenario
from tests.engine.tco.samples import golden


def notes(mapping: dict[str, Any]) -> str:
    result = evaluate(load_scenario(mapping)).to_dict()
    return " ".join(verdict_of(mapping, result).notes)


def headline(mapping: dict[str, Any]) -> str:
    return figures.headline(mapping, evaluate(load_scenario(mapping)).to_dict())["payback"]


def large(**ascend: object) -> dict[str, Any]:
    mapping = golden(demand__peak_tokens_per_s=1_000_000, demand__mean_tokens_per_s=400_000)
    mapping["sides"]["ascend"] |= {"server_price": 1_500_000} | ascend
    return mapping


def test_the_ratio_named_is_the_true_threshold_however_far_it_lies() -> None:
    for entered in ({}, {"tokens_per_s_per_device": 3000}):
        assert "reaches 0.882 of a GPU's throughput (servers: 136)" in notes(large(**entered))


def test_no_throughput_and_any_throughput_are_said_only_where_they_hold() -> None:
    free = ("server_price", "tariff_per_kwh", "rack_per_kw_month", "licence_annual", "fte")
    costless = golden()
    costless["sides"]["ascend"] |= dict.fromkeys(free, 0)

    assert "No throughput of the Ascend devices" in notes(golden(migration__training=50e6))
    assert "It pays at any throughput" in notes(costless)


@pytest.mark.parametrize(
    ("rate", "sentence", "short"),
    [
        (0.0, "in month 20 and stays ahead; with the cost of capital, in month 20", "month 20"),
        (
            0.1,
            "in month 20 and stays ahead; with the cost of capital, in month 22",
            "month 20, discounted 22",
        ),
        (
            0.9,
            "in month 20, cost of capital not counted; with it, not within",
            "month 20, never if discounted",
        ),
    ],
)
def test_payback_is_said_with_and_without_the_cost_of_capital(rate: float, sentence: str, short: str) -> None:
    mapping = golden(wacc_annual=rate, sides__ascend__tokens_per_s_per_device=1080)

    assert sentence in notes(mapping)
    assert headline(mapping) == short


def test_both_paybacks_are_said_in_chinese_too() -> None:
    mapping = golden(sides__ascend__tokens_per_s_per_device=1080)

    with translation.override("zh-hans"):
        assert "折现" in headline(mapping) and "计入资金成本" in notes(mapping)


def growing(**ascend: object) -> dict[str, Any]:
    mapping = golden(demand__growth_annual=0.1, demand__peak_tokens_per_s=15_000)
    mapping["sides"]["ascend"] |= {"server_price": 500_000} | ascend
    return mapping


def test_servers_that_are_bought_later_are_in_every_count_of_them() -> None:
    mapping = growing()
    result = evaluate(load_scenario(mapping)).to_dict()

    assert "(servers: 6, rising to 7 in month 2 and to 8 in month 24)" in notes(mapping)
    shown = {one.label: one.value for one in figures.key_figures(result)}
    # 16 GPUs carry 1.12 times the demand of today, 24 Ascend devices 1.008 times.
    assert shown["Servers, GPU and Ascend"] == "3, rising to 4 in month 15 / 4, rising to 5 in month 2"
    assert sum(step.is_now for step in figures.staircase(mapping, result)) == 1
    with translation.override("zh-hans"):
        assert "服务器台数：6，第 2 个月增至 7，第 24 个月增至 8" in notes(mapping)


def test_a_threshold_shown_is_reached_and_never_looks_like_what_is_entered() -> None:
    threshold = evaluate(load_scenario(large())).breakeven_throughput_ratio.threshold
    assert threshold is not None
    just_below = threshold.ratio_from * (1 - 2e-5) * large()["sides"]["gpu"]["tokens_per_s_per_device"]

    said = notes(large(tokens_per_s_per_device=just_below))

    assert "reaches 0.8819 of" in said
    assert "entered is 0.8818" in said
