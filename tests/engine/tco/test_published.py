"""Worked examples that others have published, and two libraries as oracles."""

from __future__ import annotations

from datetime import date
from math import ceil, log

import numpy as np
import numpy_financial
import pytest
import pyxirr

from migration_engine.tco.decision import irr_annual
from migration_engine.tco.discount import factor, monthly_rate, payment, real_rate, straight_line
from migration_engine.tco.unit_cost import split_by_token_type
from tests.engine.tco.samples import evaluated


def _worth(annual: float, flow: list[float], years: list[float] | None = None) -> float:
    """Present value of yearly flows, the first one now unless told otherwise."""
    at = np.array(range(len(flow)) if years is None else years)
    return float((np.array(flow) * factor(np.array(annual), 12.0 * at)).sum())


def _yearly(flow: list[float]) -> float | None:
    """The engine's rate is that of a month twelve times over; these flows are one a period."""
    annual = irr_annual(flow)
    return None if annual is None else (1 + annual) ** (1 / 12) - 1


@pytest.mark.parametrize(
    ("rate", "flow", "worth"),
    [
        (0.08, [-40000, 5000, 8000, 12000, 30000], 3065.22267),
        (0.10, [-500000, 200000, 300000, 200000], 80015.03),
        (0.08, [-40000, 8000, 9200, 10000, 12000, 14500], 1922.06),
        (0.08, [-40000, 8000, 9200, 10000, 12000, 14500, -9000], -3749.47),
    ],
)
def test_net_present_value_with_the_first_flow_now(rate: float, flow: list[float], worth: float) -> None:
    assert _worth(rate, flow) == pytest.approx(worth, abs=0.006)
    assert _worth(rate, flow) == pytest.approx(numpy_financial.npv(rate, flow), rel=1e-9)


@pytest.mark.parametrize(
    ("rate", "flow", "worth"),
    [
        (0.065, [5000], 4694.83568075117),
        (0.10, [500, 1500, 4000, 10000], 11529.60863329007),
        (0.0275 / 12, [50, 60, 40, 100, 25], 273.14193838457),
        (0.065, [-10000, 3000, 3400, 7700], 2055.381199),
        (0.10, [-500000, 200000, 300000, 200000], 72740.9330),
        (0.10, [-10000, 3000, 4200, 6800], 1188.4434),
    ],
)
def test_net_present_value_with_every_flow_discounted(rate: float, flow: list[float], worth: float) -> None:
    years = [float(year + 1) for year in range(len(flow))]

    assert _worth(rate, flow, years) == pytest.approx(worth, rel=1e-7)


def test_net_present_value_of_dated_flows() -> None:
    days = [date(2008, 1, 1), date(2008, 3, 1), date(2008, 10, 30), date(2009, 2, 15), date(2009, 4, 1)]
    flow = [-10000, 2750, 4250, 3250, 2750]

    worth = _worth(0.09, flow, [(day - days[0]).days / 365 for day in days])

    assert worth == pytest.approx(2086.647602, abs=1e-6)
    assert worth == pytest.approx(pyxirr.xnpv(0.09, days, flow), rel=1e-9)


@pytest.mark.parametrize(
    ("flow", "rate"),
    [
        ([-100, 39, 59, 55, 20], 0.28095),
        ([-100, 0, 0, 74], -0.0955),
        ([-70000, 12000, 15000, 18000, 21000], -0.021245),
        ([-70000, 12000, 15000, 18000, 21000, 26000], 0.086631),
    ],
)
def test_the_rate_of_return_where_there_is_one(flow: list[float], rate: float) -> None:
    assert _yearly(flow) == pytest.approx(rate, abs=5e-5)
    assert _yearly(flow) == pytest.approx(pyxirr.irr(flow), abs=1e-9)


@pytest.mark.parametrize(
    "flow",
    [[-100, 100, 0, -7], [-100, 100, 0, 7, -1], [-5, 10.5, 1, -8, 1], [-100, 230, -132], [-100, -10, -5]],
)
def test_no_rate_of_return_where_libraries_print_one_or_fail(flow: list[float]) -> None:
    assert _yearly(flow) is None


def test_libraries_disagree_where_the_sign_changes_twice() -> None:
    assert numpy_financial.irr([-100, 230, -132]) == pytest.approx(0.10)
    assert pyxirr.irr([-100, 230, -132]) == pytest.approx(0.20)


def test_a_modified_rate_of_return_from_factors() -> None:
    paid, got = 120_000, [39_000, 30_000, 21_000, 37_000, 46_000]
    later = sum(flow * 1.12 ** (4 - year) for year, flow in enumerate(got))

    assert (later / paid) ** (1 / 5) - 1 == pytest.approx(0.126094, abs=5e-7)
    assert _worth(0.126094, [-paid, later], [0, 5]) == pytest.approx(0, abs=1)


def test_a_level_payment_repays_a_loan() -> None:
    assert payment(0.075 / 12, 180, 200_000) == pytest.approx(1854.0247200054619, rel=1e-12)
    assert payment(0.0, 10, 1000) == 100


def test_a_loan_schedule_ends_at_nothing() -> None:
    rate, owed, interest = 0.0824 / 12, 2500.0, 0.0
    level = payment(rate, 12, owed)
    first = level - owed * rate
    for _ in range(12):
        interest += owed * rate
        owed -= level - owed * rate

    assert (interest, first) == (pytest.approx(112.98, abs=0.005), pytest.approx(200.58, abs=0.005))
    assert owed == pytest.approx(0, abs=1e-9)


def test_how_long_a_payment_takes() -> None:
    rate, level, owed = 0.07 / 12, 150, 8000
    periods = -log(1 - owed * rate / level) / log(1 + rate)

    assert periods == pytest.approx(64.07335, abs=5e-6)
    assert payment(rate, periods, owed) == pytest.approx(level)


def test_a_straight_line_and_a_real_rate() -> None:
    assert straight_line(30_000, 7_500, 10) == 2250
    assert real_rate(0.10, 0.03) == pytest.approx(1.10 / 1.03 - 1)


@pytest.mark.parametrize(
    ("amount", "periods", "per_year", "earlier", "worth"),
    [
        (300, 3, 1, 0.0, 746.055597),
        (300, 3, 1, 0.5, 782.469712),
        (25, 36, 12, 0.0, 779.661461),
        (25, 36, 12, 0.5, 782.763853),
    ],
)
def test_discount_conventions_over_three_years(
    amount: float, periods: int, per_year: int, earlier: float, worth: float
) -> None:
    years = [(period + 1 - earlier) / per_year for period in range(periods)]

    assert _worth(0.1, [amount] * periods, years) == pytest.approx(worth, abs=1e-6)


def test_twelve_monthly_rates_compound_to_the_yearly_one() -> None:
    assert monthly_rate(0.10) == pytest.approx(0.007974140429)


def test_a_warehouse_of_servers_costs_what_the_textbook_prints() -> None:
    rate = 0.05 / 12
    facility = payment(rate, 120, 88e6)
    lines = {
        "servers": payment(rate, 36, 66.7e6),
        "network": payment(rate, 48, 12.81e6),
        "power and cooling": facility * 0.82,
        "other": facility * 0.18,
        "electricity": 8000 * 0.8 * 1.45 * 0.07 * 730,
        "people": 85_000.0,
    }

    assert lines == pytest.approx(
        {
            "servers": 1_999_058.84,
            "network": 295_005.25,
            "power and cooling": 765_368.76,
            "other": 168_007.78,
            "electricity": 474_208.00,
            "people": 85_000,
        },
        abs=0.005,
    )
    assert sum(lines.values()) == pytest.approx(3_786_648.63, abs=0.01)
    assert sum(lines.values()) == pytest.approx(3_800_000, rel=0.02)


def test_the_engine_pays_the_textbook_electricity() -> None:
    """8 MW at 80 % through PUE 1.45 is what one server of 6400 kW draws."""
    result = evaluated(
        redundancy_servers=0,
        demand__peak_tokens_per_s=1,
        demand__mean_tokens_per_s=1,
        sides__gpu__it_power_kw_average=6400,
        sides__gpu__pue=1.45,
        sides__gpu__tariff_per_kwh=0.07,
    )

    assert result.monthly_opex["gpu"]["electricity"] == pytest.approx(474_208)


INFERENCE = {
    "headroom": 0,
    "redundancy_servers": 0,
    "horizon_months": 48,
    "demand__requests_per_day": 120_000,
    "demand__peak_hour_share": 0.2,
    "demand__mean_tokens_per_s": 120_000 * 3500 / 86_400,
    "demand__peak_tokens_per_s": 1e5,
    "demand__input_tokens_per_request": 12_700 / 4,
    "demand__output_tokens_per_request": 1_300 / 4,
    "sides__ascend__requests_per_s_per_instance": 1.0,
    "sides__gpu__requests_per_s_per_instance": 2.5,
    "sides__gpu__devices_per_instance": 2,
    "sides__gpu__server_price": 320_000,
    "sides__gpu__residual_share": 0,
    "sides__gpu__network_per_month": 3000 / 12,
    "sides__gpu__licence_annual": 4500,
    "sides__gpu__licence_unit": "server",
    "sides__gpu__fte": 0,
    "sides__gpu__support_annual_share": 0,
    "sides__gpu__rack_per_kw_month": 0,
    "sides__gpu__tariff_per_kwh": 0,
}


@pytest.mark.parametrize(
    ("unit", "yearly", "per_thousand"), [("server", 87_500, 1.99772), ("device", 119_000, 2.71689)]
)
def test_a_vendors_inference_example(unit: str, yearly: float, per_thousand: float) -> None:
    result = evaluated(**(INFERENCE | {"sides__gpu__licence_unit": unit}))

    assert (result.devices.gpu, result.servers.gpu) == (6, 1)
    requests_a_year = 120_000 * 365
    assert result.cost_per_request.gpu * requests_a_year == pytest.approx(yearly)
    assert result.cost_per_request.gpu * 1000 == pytest.approx(per_thousand, abs=5e-6)


def test_a_vendors_split_between_input_and_output_tokens() -> None:
    result = evaluated(**INFERENCE)

    assert result.cost_per_request.gpu * 4 == pytest.approx(0.0079909, abs=5e-8)
    assert result.cost_per_million_tokens.gpu == pytest.approx(0.570776, abs=5e-7)
    assert result.cost_per_million_input_tokens.gpu == pytest.approx(0.481378, abs=5e-7)
    assert result.cost_per_million_output_tokens.gpu == pytest.approx(1.444133, abs=5e-7)


@pytest.mark.parametrize(
    ("usd_per_hour", "tokens_per_s", "printed"),
    [
        (2.00, 85, 6.5359),
        (2.60, 140, 5.1587),
        (2.00, 120, 4.6296),
        (2.00, 400, 1.3889),
        (16.0, 22_300, 0.19930),
        (3.6730, 694.38, 1.469336),
        (7.346, 1388.76, 1.469336),
    ],
)
def test_rented_devices_cost_by_the_million_tokens_what_providers_print(
    usd_per_hour: float, tokens_per_s: float, printed: float
) -> None:
    result = evaluated(
        headroom=0,
        redundancy_servers=0,
        demand__peak_tokens_per_s=tokens_per_s,
        demand__mean_tokens_per_s=tokens_per_s,
        sides__gpu__tokens_per_s_per_device=tokens_per_s,
        sides__gpu__devices_per_server=1,
        sides__gpu__rent_per_device_hour=usd_per_hour,
        sides__gpu__server_price=0,
        sides__gpu__licence_annual=0,
        sides__gpu__fte=0,
        sides__gpu__rack_per_kw_month=0,
        sides__gpu__tariff_per_kwh=0,
    )

    assert result.cost_per_million_tokens.gpu == pytest.approx(printed, rel=1e-4)


def test_a_request_by_the_prices_of_its_tokens() -> None:
    per_token, (one_in, one_out) = 1469336e-12, split_by_token_type(0.00115, 500, 200, 0.002 / 0.0015)

    assert per_token * 64 == pytest.approx(9.40375e-05, rel=1e-6)
    assert (one_in * 1000, one_out * 1000) == (pytest.approx(0.0015), pytest.approx(0.002))
    assert pytest.approx(0.8326, abs=5e-5) == 1 - 0.226 / 1.35
    assert pytest.approx(0.4528, abs=5e-5) == 1 - 2.955 / 5.40


def test_a_day_of_a_large_fleet_is_sized_by_its_peak_and_paid_by_its_mean() -> None:
    nodes, peak = 226.75, 278
    a_day = nodes * 8 * 2 * 24
    revenue = (342e9 * 0.14 + (608e9 - 342e9) * 0.55 + 168e9 * 2.19) / 1e6

    assert a_day == 87_072
    assert revenue == pytest.approx(562_027, rel=2e-4)
    assert revenue / a_day - 1 == pytest.approx(5.4547, abs=0.001)
    assert nodes / peak == pytest.approx(0.8156, abs=5e-5)
    assert a_day / 168e3 == pytest.approx(0.51829, abs=5e-6)
    assert a_day / 776e3 == pytest.approx(0.11221, abs=5e-6)


def test_rented_nodes_of_that_day_in_the_engine() -> None:
    a_month = evaluated(
        headroom=0,
        redundancy_servers=0,
        demand__peak_tokens_per_s=227,
        demand__mean_tokens_per_s=1,
        sides__gpu__tokens_per_s_per_device=1,
        sides__gpu__devices_per_server=1,
        sides__gpu__devices_per_instance=1,
        sides__gpu__rent_per_device_hour=16,
    ).monthly_opex["gpu"]["rent"]

    assert a_month == pytest.approx(227 * 16 * 730)


@pytest.mark.parametrize(("years", "an_hour"), [(3, 1.63934), (5, 0.98361)])
def test_what_an_hour_of_a_device_is_written_down_by(years: int, an_hour: float) -> None:
    assert straight_line(30_000, 0, years) / 6100 == pytest.approx(an_hour, abs=5e-6)


def test_a_yearly_business_case_with_a_share_that_moves_year_by_year() -> None:
    """The published method: the target grows once and does not compound; ours compounds."""
    stay = [1600 * 1.05**year for year in range(4)]
    moved = [0.0, 0.2, 0.5, 1.0]
    move = [
        (1 - share) * 1000 * 1.05**year + share * 700 * 1.05 + (1 - share) * 600 * 1.05**year
        for year, share in enumerate(moved)
    ]

    assert stay == pytest.approx([1600, 1680, 1764, 1852.2])
    assert move == pytest.approx([1600, 1491, 1249.5, 735])
    assert _worth(0.07, stay) == pytest.approx(6222.79, abs=0.005)
    assert _worth(0.07, move) == pytest.approx(4684.80, abs=0.005)


def test_the_engine_compounds_what_the_published_method_grows_once() -> None:
    result = evaluated(demand__growth_annual=0.05, redundancy_servers=0)

    assert result.monthly[36].servers_stay == ceil(ceil(12000 * 1.05**3 / 1050) / 8)
