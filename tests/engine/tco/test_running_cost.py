"""Every running cost head against its formula, reckoned by hand."""

from __future__ import annotations

import pytest

from tests.engine.tco.samples import evaluated, head

KWH = 3 * 6.0 * 1.4 * 730
"""Of the golden GPU fleet in a month: servers, kW, PUE, hours."""


def _monthly(name: str, **changes: object) -> list[float]:
    return [-amount for amount in head(evaluated(**changes), "stay", name)]


def test_nothing_runs_on_the_day_of_purchase() -> None:
    assert _monthly("electricity")[0] == 0
    assert _monthly("electricity")[1] == pytest.approx(KWH * 0.65)


def test_hours_of_the_day_have_their_own_tariff() -> None:
    day = {
        "sides__gpu__tariff_peak_share": 0.3,
        "sides__gpu__tariff_peak_per_kwh": 1.1,
        "sides__gpu__tariff_valley_share": 0.2,
        "sides__gpu__tariff_valley_per_kwh": 0.3,
        "sides__gpu__levy_per_kwh": 0.02,
    }

    mean = 0.3 * 1.1 + 0.2 * 0.3 + 0.5 * 0.65 + 0.02
    assert _monthly("electricity", **day)[1:] == pytest.approx([KWH * mean] * 36)


def test_a_subsidy_ends_with_its_last_month() -> None:
    subsidy = {"sides__gpu__tariff_subsidy_per_kwh": 0.25, "sides__gpu__tariff_subsidy_until_month": 12}

    paid = _monthly("electricity", **subsidy)

    assert paid[12] == pytest.approx(KWH * 0.40)
    assert paid[13] == pytest.approx(KWH * 0.65)


def test_a_draw_that_follows_the_load_lies_between_idle_and_busy() -> None:
    busy = {"sides__gpu__it_power_kw_idle": 2.0, "sides__gpu__it_power_kw_busy": 8.0}

    used = 4000 / (3 * 8 * 1500)
    expected = 3 * (2.0 + 6.0 * used) * 1.4 * 730 * 0.65
    assert _monthly("electricity", **busy)[1] == pytest.approx(expected)


def test_energy_by_the_token_needs_no_draw() -> None:
    paid = _monthly("electricity", sides__gpu__joules_per_token=0.5)

    assert paid[1] == pytest.approx(4000 * 3600 * 730 * 0.5 / 3.6e6 * 1.4 * 0.65)


def test_the_demand_charge_takes_the_nameplate_or_the_contract() -> None:
    charge = {"sides__gpu__demand_charge_per_kw_month": 40}

    assert _monthly("demand_charge", **charge)[1] == pytest.approx(3 * 10.2 * 1.4 * 40)
    assert _monthly("demand_charge", **charge, sides__gpu__contract_kw=100)[1] == pytest.approx(4000)


def test_a_rate_that_includes_power_is_not_paid_twice() -> None:
    included = {"sides__gpu__rack_includes_power": True, "sides__gpu__demand_charge_per_kw_month": 40}

    result = evaluated(**included)

    assert result.monthly_opex["gpu"]["electricity"] == 0
    assert "demand_charge" not in result.monthly_opex["gpu"]
    assert result.kwh_per_year.gpu == pytest.approx(KWH * 12)


@pytest.mark.parametrize(("rack_kw", "racks"), [(40, 1), (12, 3)])
def test_a_rack_is_full_by_height_or_by_power(rack_kw: float, racks: int) -> None:
    room = {
        "sides__gpu__rack_per_kw_month": 0,
        "sides__gpu__rack_per_rack_month": 5000,
        "sides__gpu__rack_units_per_server": 8,
        "sides__gpu__rack_usable_units": 42,
        "sides__gpu__rack_kw": rack_kw,
    }

    assert _monthly("rack", **room)[1] == racks * 5000
    assert evaluated(**room).racks.gpu == racks


def test_support_starts_when_the_warranty_ends_for_every_server_by_itself() -> None:
    grown = {"demand__growth_annual": 0.5, "sides__gpu__warranty_months": 12}

    paid, servers = _monthly("support", **grown), evaluated(**grown).monthly

    assert set(paid[:13]) == {0.0}
    for month in range(13, 37):
        aged = servers[month - 12].servers_stay
        assert paid[month] == pytest.approx(0.08 * 1_200_000 * aged / 12)


def test_spares_replace_what_no_contract_covers() -> None:
    failing = {"sides__gpu__failure_rate_annual": 0.05, "sides__gpu__spares_uncovered_share": 0.4}

    assert _monthly("spares", **failing)[1] == pytest.approx(0.05 * 0.4 * 3 * 1_200_000 / 12)


@pytest.mark.parametrize(("unit", "units"), [("device", 24), ("die", 48), ("server", 3), ("site", 1)])
def test_a_licence_is_counted_by_its_unit(unit: str, units: int) -> None:
    counted = {"sides__gpu__licence_unit": unit, "sides__gpu__dies_per_device": 2}

    assert _monthly("licence", **counted)[1] == pytest.approx(32500 * units / 12)


@pytest.mark.parametrize("unit", ["device", "site"])
def test_bundled_months_of_a_licence_are_free(unit: str) -> None:
    paid = _monthly("licence", sides__gpu__licence_bundled_months=24, sides__gpu__licence_unit=unit)

    assert set(paid[:25]) == {0.0}
    assert paid[25] > 0


def test_posts_follow_the_servers_but_never_fall_below_the_shift() -> None:
    few = {"sides__gpu__servers_per_fte": 2, "sides__gpu__fte_floor": 1}
    shift = {"sides__gpu__servers_per_fte": 20, "sides__gpu__fte_floor": 4}

    assert _monthly("staff", **few)[1] == pytest.approx(1.5 * 600_000 / 12)
    assert _monthly("staff", **shift)[1] == pytest.approx(4 * 600_000 / 12)


def test_a_new_platform_takes_more_posts_at_first() -> None:
    learning = {
        "sides__gpu__staff_uplift_share": 0.5,
        "sides__gpu__staff_uplift_months": 6,
        "sides__gpu__staff_loading": 1.4,
        "sides__gpu__staff_share": 0.8,
    }

    paid = _monthly("staff", **learning)

    usual = 1.5 * 0.8 * 600_000 * 1.4 / 12
    assert (paid[6], paid[7]) == (pytest.approx(usual * 1.5), pytest.approx(usual))


def test_rented_devices_are_paid_by_the_hour() -> None:
    rented = {"sides__gpu__rent_per_device_hour": 14.3, "sides__gpu__server_price": 0}

    assert _monthly("rent", **rented)[1] == pytest.approx(14.3 * 24 * 730)


def test_network_and_carbon_are_heads_of_their_own() -> None:
    result = evaluated(
        sides__gpu__network_per_month=1000, carbon_price_per_t=90, sides__gpu__grid_factor_kg_per_kwh=0.6,
        sides__ascend__grid_factor_kg_per_kwh=0.2,
    )  # fmt: skip

    assert result.monthly_opex["gpu"]["network"] == 1000
    assert result.monthly_opex["gpu"]["carbon"] == pytest.approx(KWH * 0.6 / 1000 * 90)
    assert result.co2_t_per_year.gpu == pytest.approx(KWH * 12 * 0.6 / 1000)


def test_emissions_are_told_by_location_and_by_market() -> None:
    result = evaluated(grid_factor_kg_per_kwh=0.5366, grid_factor_market_kg_per_kwh=0.1)

    assert result.co2_t_per_year.gpu == pytest.approx(118.455523)
    assert result.co2_market_t_per_year.gpu == pytest.approx(KWH * 12 * 0.1 / 1000)


def test_unknown_traffic_only_matters_where_energy_follows_it() -> None:
    plain = evaluated(demand__mean_tokens_per_s=None)
    by_token = evaluated(demand__mean_tokens_per_s=None, sides__gpu__joules_per_token=0.5)

    assert plain.npv_difference is not None and plain.blocking == ()
    assert (by_token.npv_difference, by_token.blocking) == (
        None,
        ("demand.mean_tokens_per_s", "grid_factor_kg_per_kwh"),
    )


def test_an_unknown_grid_factor_only_matters_where_carbon_has_a_price() -> None:
    assert evaluated().npv_difference is not None
    priced = evaluated(carbon_price_per_t=90)

    assert (priced.npv_difference, priced.blocking) == (None, ("grid_factor_kg_per_kwh",))


RENTED = {"sides__ascend__server_price": 0, "sides__ascend__it_power_kw_average": 0}


@pytest.mark.parametrize("rent", [12.0, None])
def test_rented_devices_without_a_figure_for_their_power_have_no_known_emissions(rent: float | None) -> None:
    result = evaluated(**RENTED, sides__ascend__rent_per_device_hour=rent, grid_factor_kg_per_kwh=0.5)
    mixed = evaluated(
        **RENTED, sides__ascend__rent_per_device_hour=rent, grid_factor_kg_per_kwh=0.5, gpu_kept_share=0.3
    )

    assert result.co2_t_per_year.gpu > 0
    assert (result.co2_t_per_year.ascend, result.kwh_per_year.ascend) == (None, None)
    assert (mixed.co2_t_per_year.ascend, result.npv_difference is None) == (None, rent is None)


def test_rented_devices_whose_power_is_known_have_emissions() -> None:
    result = evaluated(sides__ascend__rent_per_device_hour=12.0, grid_factor_kg_per_kwh=0.5)

    assert result.co2_t_per_year.ascend > 0


NEUTRAL = [
    ("spares_uncovered_share", "failure_rate_annual"),
    ("contract_kw", "demand_charge_per_kw_month"),
    ("staff_uplift_months", "staff_uplift_share"),
    ("tariff_subsidy_until_month", "tariff_subsidy_per_kwh"),
]


@pytest.mark.parametrize(("unknown", "rate"), NEUTRAL)
def test_an_unknown_figure_is_not_waited_for_where_its_rate_is_nothing(unknown: str, rate: str) -> None:
    assert evaluated(**{f"sides__ascend__{unknown}": None}).npv_difference == evaluated().npv_difference
    assert (
        evaluated(**{f"sides__ascend__{unknown}": None, f"sides__ascend__{rate}": 0.01}).npv_difference
        is None
    )
