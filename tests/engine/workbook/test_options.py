"""Options show in the formulas of a scenario that uses them, and in no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.workbook.sheet import Workbook
from tests.engine.workbook.test_live import differing, exported, values_as_exported

EVERYTHING: dict[str, object] = {
    "demand__growth_annual": 2.5, "headroom": 0.2, "sites": 2, "discounting": "mid",
    "carbon_price_per_t": 90, "grid_factor_kg_per_kwh": 0.5, "rollback_probability": 0.1,
    "rollback_extra_months": 2, "dual_run_months": 2, "migration__external_support": 5000,
    "migration__data_gb": 900, "migration__data_per_gb": 0.5, "migration__contract_exit": 70,
    "migration__test_hardware": 11, "demand__prefill_peak_tokens_per_s": 9000,
    **{f"sides__{side}__{key}": value for side in ("gpu", "ascend") for key, value in {
        "headroom": 0.25, "redundancy_servers": 2, "devices_per_instance": 2, "dies_per_device": 2,
        "prefill_tokens_per_s_per_device": 4000, "price_decline_annual": 0.3, "price_escalation_share": 0.02,
        "lead_time_months": 1, "it_power_kw_idle": 2, "it_power_kw_busy": 7, "tariff_peak_per_kwh": 1.1,
        "tariff_peak_share": 0.3, "tariff_valley_per_kwh": 0.3, "tariff_valley_share": 0.2,
        "tariff_subsidy_per_kwh": 0.1, "tariff_subsidy_until_month": 3, "levy_per_kwh": 0.03,
        "demand_charge_per_kw_month": 40, "contract_kw": 50, "rack_per_rack_month": 900,
        "rack_units_per_server": 8, "rack_usable_units": 40, "rack_kw": 20, "rack_derate": 0.8,
        "network_per_month": 4000, "warranty_months": 2, "failure_rate_annual": 0.04,
        "spares_uncovered_share": 0.5, "licence_bundled_months": 1, "fte_floor": 3, "servers_per_fte": 4,
        "staff_share": 0.9, "staff_loading": 1.3, "staff_uplift_share": 0.2, "staff_uplift_months": 3,
        "grid_factor_kg_per_kwh": 0.6, "licence_unit": "die",
    }.items()},
}  # fmt: skip
OTHERS: list[dict[str, object]] = [
    {"discounting": "begin", "terminal_value": "zero", "sides__gpu__joules_per_token": 4,
     "sides__gpu__it_power_kw_idle": 1, "sides__gpu__it_power_kw_busy": 6,
     "sides__ascend__rack_includes_power": True},
    {"demand__requests_per_day": 4_000_000, "demand__peak_hour_share": 0.15,
     "sides__gpu__requests_per_s_per_instance": 4, "sides__ascend__requests_per_s_per_instance": 3,
     "demand__growth_annual": -0.6},
    {"case": "gpus_owned", "demand__growth_annual": 2.5, "sides__gpu__lead_time_months": 2,
     "terminal_value": "resale_of_all", "dual_run_months": 4, "sides__gpu__resale_month": 1},
    {"tax_rate": 0.25, "gpu_kept_share": 0.3, "gpu_kept_staff_uplift_share": 0.2,
     "terminal_value": "book", "dual_run_shifted_share": 0.5,
     "sides__ascend__joules_per_token": 3},
    {"sides__gpu__rent_per_device_hour": 9, "sides__ascend__rent_per_device_hour": 7,
     "sides__gpu__rent_without_hosting": True, "sides__gpu__demand_charge_per_kw_month": 40,
     "sides__ascend__demand_charge_per_kw_month": 40, "sides__gpu__failure_rate_annual": 0.1,
     "demand__growth_annual": 2.5, "sides__gpu__lead_time_months": 2, "tax_rate": 0.25},
    {"sides__ascend__rent_per_device_hour": None, "sides__ascend__server_price": None},
]  # fmt: skip


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Workbook:
    return Workbook(tmp_path_factory.mktemp("options"), exported(**EVERYTHING))


def test_formulas_with_every_option_give_what_the_engine_gives(everything: Workbook) -> None:
    assert differing(everything, everything.calculated(), exported(**EVERYTHING)) == []
    assert everything.written["Summary"]["A4"].value is None


@pytest.mark.parametrize(
    "changes",
    [
        {"demand__growth_annual": 0.3, "sides__gpu__lead_time_months": 3},
        {"sides__gpu__warranty_months": 4, "sides__ascend__licence_bundled_months": 4},
        {"sides__ascend__tariff_subsidy_until_month": 1, "carbon_price_per_t": 5, "dual_run_months": 4},
        {"demand__mean_tokens_per_s": 11_000, "sides__gpu__contract_kw": 400},
    ],
    ids=str,
)
def test_a_changed_option_changes_every_figure_as_the_engine_says(
    everything: Workbook, changes: dict[str, object]
) -> None:
    stored = exported(**(EVERYTHING | changes))

    assert differing(everything, everything.calculated(**changes), stored) == []


@pytest.mark.parametrize("options", OTHERS, ids=["traffic", "requests", "owned", "values", "rented", "asked"])
def test_other_options_agree_too(tmp_path: Path, options: dict[str, object]) -> None:
    book = Workbook(tmp_path, exported(**options))

    assert differing(book, book.calculated(), exported(**options)) == []


def test_what_has_no_formula_is_a_value_and_the_first_sheet_warns(tmp_path: Path) -> None:
    book = Workbook(tmp_path, exported(tax_rate=0.25, gpu_kept_share=0.3))

    assert "holds only as exported" in book.stored["Summary"]["A4"].value
    titles = {cell.value: cell.column_letter for cell in book.written["Monthly Ascend"][4]}
    assert book.written["Monthly Ascend"][f"{titles['Tax']}6"].data_type == "n"


def test_where_values_stand_in_for_formulas_a_changed_input_withholds_the_verdict(tmp_path: Path) -> None:
    book = Workbook(tmp_path, exported(gpu_kept_share=0.3, sides__gpu__pue=None, headroom=0.2))
    mixed = Workbook(tmp_path, exported(gpu_kept_share=0.3, headroom=0.2))

    assert "not every figure follows" in mixed.stored["Inputs"]["A2"].value
    assert mixed.calculated()[mixed.named("verdict")].startswith("Migrating ")
    for changed in (
        mixed.calculated(sides__ascend__server_price=1),
        mixed.calculated(sides__gpu__pue=""),
        mixed.calculated(case="gpus_owned"),
        book.calculated(sides__gpu__pue=1.5),
    ):
        assert changed[mixed.named("verdict")].startswith("Not recalculated here")
        assert changed[mixed.named("npv_difference")] == "not recalculated here"


TAXED: dict[str, object] = {
    "tax_rate": 0.25, "depreciation_months": 3, "demand__growth_annual": 2.5,
    "sides__gpu__residual_share": 0.2, "sides__ascend__price_decline_annual": 0.3,
    "dual_run_months": 2, "sides__gpu__resale_month": 2,
}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "case"),
    [("resale", "replacement_due"), ("resale_of_all", "gpus_owned"), ("book", "gpus_owned")],
)
def test_tax_and_book_value_are_formulas(tmp_path: Path, kind: str, case: str) -> None:
    options = TAXED | {"terminal_value": kind, "case": case}
    changes: dict[str, object] = {
        "tax_rate": 0.4,
        "depreciation_months": 4,
        "sides__ascend__server_price": 7e5,
    }
    book = Workbook(tmp_path, exported(**options | {"sides__ascend__server_price": None}))

    found = book.calculated(**changes)

    assert book.stored["Summary"]["A4"].value is None
    stale = differing(book, found, exported(**options | changes))
    assert {line.split(":")[0] for line in stale} <= set(values_as_exported(book))
    assert found[book.named("verdict")].startswith("Migrating ")


def test_a_rent_that_falls_to_nothing_in_the_workbook_brings_the_purchase_back(tmp_path: Path) -> None:
    rent = "sides__ascend__rent_per_device_hour"
    book = Workbook(tmp_path, exported(**{rent: 12}))

    for typed in (30, 0):
        said = {"value": typed, "origin": "quote"}  # a plain 0 is no option in use
        stale = differing(book, book.calculated(**{rent: typed}), exported(**{rent: said}))
        assert {line.split(":")[0] for line in stale} <= set(values_as_exported(book))
