"""What a scenario may hold, and how a wrong one is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from migration_engine.errors import ScenarioInvalid
from migration_engine.tco import Scenario, evaluate, load_scenario
from tests.engine.tco.samples import golden


@pytest.mark.parametrize(
    ("changes", "place", "words"),
    [
        ({"discount": 0.1}, "discount", "unknown key"),
        ({"sides__gpu__price": 1}, "sides.gpu.price", "unknown key"),
        ({"sides__gpu__pue": {"value": 1.4, "unit": "x"}}, "sides.gpu.pue.unit", "unknown key"),
        ({"headroom": "30 %"}, "headroom", "expected a number, found str"),
        ({"headroom": True}, "headroom", "expected a number, found bool"),
        ({"headroom": 1}, "headroom", "100%"),
        ({"gpu_kept_share": 1}, "gpu_kept_share", "nothing would migrate"),
        ({"wacc_annual": 10}, "wacc_annual", "1000%"),
        ({"sides__ascend__pue": 0.9}, "sides.ascend.pue", "below 1"),
        ({"sides__ascend__tariff_per_kwh": float("nan")}, "sides.ascend.tariff_per_kwh", "finite"),
        ({"sides__gpu__server_price": 10**400}, "sides.gpu.server_price", "finite"),
        ({"sides__gpu__tokens_per_s_per_device": 0}, "sides.gpu.tokens_per_s_per_device", "greater than 0"),
        ({"sides__gpu__licence_unit": "rack"}, "sides.gpu.licence_unit", "one of device, die, server, site"),
        ({"demand__mean_tokens_per_s": 13000}, "demand.mean_tokens_per_s", "above the peak"),
        ({"demand__requests_per_day": 10}, "demand.peak_hour_share", "because this is set: Requests a day"),
        (
            {"sides__gpu__tariff_peak_share": 0.5},
            "sides.gpu.tariff_peak_per_kwh",
            "this is set: Share of energy in peak hours",
        ),
        ({"sides__gpu__rack_includes_power": 1}, "sides.gpu.rack_includes_power", "true or false"),
        ({"discounting": "yearly"}, "discounting", "one of end, mid, begin"),
        ({"simulation": {"draws": 5}}, "simulation.draws", "below 100"),
        ({"simulation": {"correlations": [{"first": "x"}]}}, "simulation.correlations.0.rho", "required"),
        ({"demand": None}, "demand", "found nothing"),
        ({"sides__ascend": [1]}, "sides.ascend", "found list"),
        ({"horizon_months": None}, "horizon_months", "required"),
        ({"horizon_months": 36.5}, "horizon_months", "whole number"),
        ({"dual_run_months": 40}, "dual_run_months", "longer than the horizon"),
        ({"currency": "yuan"}, "currency", "three-letter"),
        ({"currency": "=AB"}, "currency", "three-letter"),
        ({"currency": "A1B"}, "currency", "three-letter"),
        (
            {"sides__gpu__server_price": {"value": 1, "currency": "=AB"}},
            "sides.gpu.server_price.currency",
            "three",
        ),
        ({"dual_run_months": {"value": 4, "high": 37}}, "dual_run_months.high", "at most 36"),
        (
            {"case": "gpus_owned", "sides__gpu__resale_month": {"value": 4, "high": 48}},
            "sides.gpu.resale_month.high",
            "after the horizon",
        ),
        (
            {"demand__mean_tokens_per_s": {"value": 4000, "high": 13_000}},
            "demand.mean_tokens_per_s.high",
            "narrow one",
        ),
        (
            {"demand__peak_tokens_per_s": {"value": 12_000, "low": 3000}},
            "demand.mean_tokens_per_s.high",
            "narrow one",
        ),
        (
            {"sides__gpu__it_power_kw_idle": 9, "sides__gpu__it_power_kw_busy": 2},
            "sides.gpu.it_power_kw_idle",
            "above the power under load",
        ),
        (
            {"simulation": {"correlations": [{"first": "headroom", "second": "headroom", "rho": 0.5}]}},
            "simulation.correlations.0",
            "twice",
        ),
        (
            {
                "simulation": {
                    "correlations": [
                        {"first": "headroom", "second": "wacc_annual", "rho": 0.5},
                        {"first": "wacc_annual", "second": "headroom", "rho": 0.1},
                    ]
                }
            },
            "simulation.correlations.1",
            "twice",
        ),
        ({"horizon_months": {"value": 36, "high": 48}}, "horizon_months", "compare scenarios"),
        (
            {
                "sides__gpu__tariff_peak_share": {"value": 0.4, "high": 0.7},
                "sides__gpu__tariff_valley_share": {"value": 0.4, "high": 0.5},
                "sides__gpu__tariff_peak_per_kwh": 1,
                "sides__gpu__tariff_valley_per_kwh": 1,
            },
            "sides.gpu.tariff_valley_share.high",
            "more than all",
        ),
        ({"migration__person_days__low": 500}, "migration.person_days", "low <= likely"),
        ({"sides__gpu__pue": {"value": 1.4, "low": 1.5}}, "sides.gpu.pue", "low <= value"),
        ({"sides__gpu__pue": {"value": 1.4, "source": 7}}, "sides.gpu.pue.source", "expected text"),
        (
            {"sides__gpu__pue": {"value": 1.4, "valid_until": "2027"}},
            "sides.gpu.pue.valid_until",
            "a date such",
        ),
        ({"sides__gpu__pue": {"value": 1.4, "fx_rate": 0}}, "sides.gpu.pue.fx_rate", "greater than 0"),
        (
            {"sides__ascend__server_price": {"value": 5, "currency": "USD"}},
            "sides.ascend.server_price.fx_rate",
            "at which rate the value became CNY",
        ),
    ],
)
def test_it_names_the_key_and_the_reason(changes: dict[str, object], place: str, words: str) -> None:
    with pytest.raises(ScenarioInvalid) as refused:
        load_scenario(golden(**changes))

    assert refused.value.place == place
    assert words in refused.value.message


@pytest.mark.parametrize("mapping", [None, [], "text", 5])
def test_it_refuses_what_is_not_a_mapping(mapping: object) -> None:
    with pytest.raises(ScenarioInvalid, match="expected a group of keys"):
        load_scenario(mapping)


def test_a_figure_keeps_what_the_register_says_of_it() -> None:
    said = {"evidence": "offer.pdf", "owner": "Ann", "valid_until": "2027-03-31"}
    rate = {"currency": "USD", "fx_rate": 7.15, "fx_date": "2026-11-30"}

    figure = load_scenario(golden(sides__ascend__server_price={"value": 5} | said | rate)).ascend.server_price

    assert (figure.evidence, figure.owner, figure.valid_until) == ("offer.pdf", "Ann", "2027-03-31")
    assert (figure.currency, figure.fx_rate, figure.fx_date) == ("USD", 7.15, "2026-11-30")


def test_a_figure_keeps_its_range_and_origin() -> None:
    price = {"value": 5, "low": 4, "high": 7, "origin": "quote", "source": "offer 12", "date": "2026-11-02"}

    figure = load_scenario(golden(sides__ascend__server_price=price)).ascend.server_price

    assert (figure.value, figure.low, figure.high) == (5, 4, 7)
    assert (figure.origin, figure.source, figure.date) == ("quote", "offer 12", "2026-11-02")


GROUPS = [
    "horizon_months",
    "currency",
    "case",
    "demand",
    "migration",
    "sides",
    "sides__gpu",
    "sides__gpu__licence_unit",
]
KEYS = GROUPS + [path.replace(".", "__") for path, _ in load_scenario(golden()).figures()]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["value", "low", "x"]), inner, max_size=3)
    ),
    max_leaves=5,
)


@settings(max_examples=150)
@given(st.dictionaries(st.sampled_from(KEYS), JSON, max_size=2))
def test_whatever_stands_at_a_key_is_a_scenario_or_a_named_refusal(changes: dict[str, object]) -> None:
    whole = dict(sorted(changes.items(), key=lambda change: -change[0].count("__")))
    try:
        scenario = load_scenario(golden(**whole))
    except ScenarioInvalid as refused:
        assert refused.place
    else:
        assert isinstance(scenario, Scenario)
        evaluate(scenario)
