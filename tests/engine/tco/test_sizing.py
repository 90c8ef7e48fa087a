"""Devices, servers and purchases for a peak that grows."""

from __future__ import annotations

import pytest

from migration_engine.tco import Result
from tests.engine.tco.samples import evaluated, head


def _servers(result: Result, world: str) -> list[int]:
    return [getattr(row, f"servers_{world}") for row in result.monthly]


def test_servers_are_added_in_the_month_in_which_the_peak_outgrows_them() -> None:
    result = evaluated(demand__growth_annual=0.5)

    expected = [-(-12000 * 1.5 ** (month / 12) // (1500 * 0.7)) for month in range(37)]
    assert _servers(result, "stay") == [int(-(-devices // 8)) + 1 for devices in expected]


def test_what_is_bought_later_costs_what_it_costs_then() -> None:
    result = evaluated(
        demand__growth_annual=0.5,
        sides__gpu__price_decline_annual=0.2,
        sides__gpu__price_escalation_share=0.05,
    )

    servers, spent = _servers(result, "stay"), head(result, "stay", "purchase")
    for month in range(1, 37):
        added = servers[month] - servers[month - 1]
        assert spent[month] == pytest.approx(-added * 1_200_000 * 0.8 ** (month / 12) * 1.05)
    assert spent[0] == -servers[0] * 1_200_000


def test_the_lead_time_moves_the_payment_and_not_the_servers() -> None:
    at_once = evaluated(demand__growth_annual=0.5)
    early = evaluated(demand__growth_annual=0.5, sides__gpu__lead_time_months=3)

    assert _servers(early, "stay") == _servers(at_once, "stay")
    paid, ordered = (head(one, "stay", "purchase") for one in (at_once, early))
    assert ordered[1:33] == paid[4:36]
    assert ordered[0] == sum(paid[:4])


def test_shrinking_demand_sells_no_servers() -> None:
    result = evaluated(demand__growth_annual=-0.5)

    assert set(_servers(result, "stay")) == {3}


def test_requests_size_the_fleet_where_they_are_known() -> None:
    result = evaluated(
        headroom=0,
        redundancy_servers=0,
        demand__requests_per_day=120_000,
        demand__peak_hour_share=0.2,
        sides__gpu__requests_per_s_per_instance=2.5,
        sides__gpu__devices_per_instance=2,
        sides__ascend__requests_per_s_per_instance=1.0,
        sides__ascend__devices_per_instance=4,
    )

    assert (result.devices.gpu, result.servers.gpu) == (6, 1)
    assert (result.devices.ascend, result.servers.ascend) == (28, 4)


def test_prompts_and_answers_are_sized_apart() -> None:
    result = evaluated(
        demand__prefill_peak_tokens_per_s=50_000,
        sides__gpu__prefill_tokens_per_s_per_device=9_000,
        sides__ascend__prefill_tokens_per_s_per_device=6_000,
    )

    assert result.devices.gpu == 12 + 8
    assert result.devices.ascend == 20 + 12
    assert (result.servers.gpu, result.servers.ascend) == (4, 5)


def test_each_side_may_have_a_headroom_and_spare_servers_of_its_own() -> None:
    result = evaluated(sides__ascend__headroom=0.5, sides__ascend__redundancy_servers=2, sites=2)

    assert (result.devices.gpu, result.servers.gpu) == (12, 2 + 2)
    assert (result.devices.ascend, result.servers.ascend) == (27, 4 + 4)


def test_a_device_that_is_exactly_enough_is_enough() -> None:
    result = evaluated(sides__ascend__tokens_per_s_per_device=12000 / (10 * 0.7), headroom=0.3)

    assert result.devices.ascend == 10


def test_utilisation_is_the_mean_traffic_by_what_the_devices_can_do() -> None:
    result = evaluated()

    assert result.utilisation.gpu == pytest.approx(4000 / (3 * 8 * 1500))
    assert result.utilisation.ascend == pytest.approx(4000 / (4 * 8 * 900))
