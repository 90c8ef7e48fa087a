"""Two scenarios in workbooks written by hand, formula by formula, and calculated as a spreadsheet does.

Nothing here comes from the exported workbook: other columns, other formulas, written from `docs/tco.md`.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName

from migration_engine.tco import Result, evaluate, load_scenario
from tests.engine.workbook.sheet import Workbook

FIRST = 2
"""The row of month 0."""

# A translation service on GPUs that are paid for: demand grows, cheap power for Ascend ends in month 6.
OWNED: dict[str, Any] = {
    "horizon_months": 9, "dual_run_months": 3, "currency": "CNY", "case": "gpus_owned",
    "wacc_annual": 0.08, "headroom": 0.25, "redundancy_servers": 1,
    "demand": {"peak_tokens_per_s": 20_000, "mean_tokens_per_s": 6000, "growth_annual": 0.4},
    "migration": {
        "person_days": {"low": 200, "likely": 300, "high": 500}, "day_rate": 2400, "contingency": 0.2,
        "training": 90_000, "other_one_off": 20_000,
    },
    "sides": {
        "gpu": {
            "tokens_per_s_per_device": 1200, "devices_per_server": 8, "server_price": 1_100_000,
            "residual_share": 0.2, "resale_share": 0.4, "resale_month": 5, "it_power_kw_average": 5.5,
            "it_power_kw_nameplate": 9, "pue": 1.35, "tariff_per_kwh": 0.75, "rack_per_kw_month": 550,
            "support_annual_share": 0.09, "licence_annual": 28_000, "licence_unit": "device", "fte": 1.5,
            "fte_annual_cost": 550_000,
        },
        "ascend": {
            "tokens_per_s_per_device": 850, "devices_per_server": 8, "server_price": 780_000,
            "residual_share": 0.12, "resale_share": 0, "resale_month": 1, "it_power_kw_average": 4.8,
            "it_power_kw_nameplate": 6.8, "pue": 1.3, "tariff_per_kwh": 0.7, "tariff_subsidy_per_kwh": 0.3,
            "tariff_subsidy_until_month": 6, "rack_per_kw_month": 550, "support_annual_share": 0.08,
            "licence_annual": 60_000, "licence_unit": "server", "fte": 2, "fte_annual_cost": 550_000,
        },
    },
}  # fmt: skip

OWNED_COLUMNS = {
    "B": "ROUNDUP(ROUNDUP(20000*1.4^(A{r}/12)/(1200*0.75),0)/8,0)+1",  # GPU servers
    "C": "ROUNDUP(ROUNDUP(20000*1.4^(A{r}/12)/(850*0.75),0)/8,0)+1",  # Ascend servers
    "D": "B{r}*(5.5*1.35*730*0.75+9*550+0.09*1100000/12+28000*8/12)+1.5*550000/12",  # a month of GPUs
    "E": "C{r}*(4.8*1.3*730*(0.7-IF(A{r}<=6,0.3,0))+6.8*550+0.08*780000/12+60000/12)+2*550000/12",
    "F": "-1100000*(B{r}-B{above})-D{r}",  # stay
    "G": "-780000*(C{r}-C{above})-E{r}-IF(A{r}<=3,D{r},0)+IF(A{r}=5,0.4*1100000*B2,0)",  # migrate
    "H": "1.08^(-A{r}/12)",
}
OWNED_FIRST = {"D": "0", "E": "0", "F": "0", "G": "-780000*C2-300*2400*1.2-90000-20000"}

# A chat service to be bought either way, in dollars: power follows the load, half moved in the dual run.
LOADED: dict[str, Any] = {
    "horizon_months": 9, "dual_run_months": 4, "currency": "USD", "case": "replacement_due",
    "wacc_annual": 0.12, "discounting": "begin", "headroom": 0.2, "redundancy_servers": 2, "tax_rate": 0.21,
    "depreciation_months": 60, "terminal_value": "book", "dual_run_shifted_share": 0.5,
    "demand": {"peak_tokens_per_s": 24_000, "mean_tokens_per_s": 9000, "growth_annual": 0.6},
    "migration": {
        "person_days": {"low": 80, "likely": 150, "high": 300}, "day_rate": 900, "contingency": 0.3,
        "training": 15_000, "other_one_off": 0,
    },
    "sides": {
        "gpu": {
            "tokens_per_s_per_device": 1400, "devices_per_server": 8, "server_price": 290_000,
            "residual_share": 0.25, "resale_share": 0, "resale_month": 1, "it_power_kw_average": 6,
            "it_power_kw_idle": 2.5, "it_power_kw_busy": 8.5, "it_power_kw_nameplate": 10.2, "pue": 1.25,
            "tariff_per_kwh": 0.12, "rack_per_kw_month": 180, "support_annual_share": 0.1,
            "warranty_months": 4, "licence_annual": 4500, "licence_unit": "device", "fte": 1,
            "fte_annual_cost": 150_000, "price_decline_annual": 0.1, "lead_time_months": 2,
        },
        "ascend": {
            "tokens_per_s_per_device": 1000, "devices_per_server": 8, "server_price": 150_000,
            "residual_share": 0.1, "resale_share": 0, "resale_month": 1, "it_power_kw_average": 5,
            "it_power_kw_idle": 2, "it_power_kw_busy": 6.5, "it_power_kw_nameplate": 7, "pue": 1.25,
            "tariff_per_kwh": 0.12, "tariff_subsidy_per_kwh": 0.03, "tariff_subsidy_until_month": 6,
            "rack_per_kw_month": 180, "support_annual_share": 0.12, "licence_annual": 25_000,
            "licence_unit": "site", "fte": 1.6, "fte_annual_cost": 150_000,
        },
    },
}  # fmt: skip

_LOAD = "MIN(9000*1.6^(A{r}/12)*%s/(%s{r}*8*%s),1)"
_OLD = "IF(A{r}>4,INDEX(B2:B11,MAX(A{r}-4,0)+1),0)"  # GPU servers past their warranty
_GPU_FIXED = f"B{{r}}*(10.2*180+4500*8/12)+0.1*290000/12*{_OLD}+150000/12"
LOADED_COLUMNS = {
    "B": "ROUNDUP(ROUNDUP(24000*1.6^(A{r}/12)/(1400*0.8),0)/8,0)+2",
    "C": "ROUNDUP(ROUNDUP(24000*1.6^(A{r}/12)/(1000*0.8),0)/8,0)+2",
    "D": f"{_GPU_FIXED}+B{{r}}*(2.5+6*{_LOAD % ('1', 'B', '1400')})*1.25*730*0.12",
    "E": (
        "C{r}*(7*180+0.12*150000/12)+25000/12+1.6*150000/12"
        f"+C{{r}}*(2+4.5*{_LOAD % ('IF(A{r}<=4,0.5,1)', 'C', '1000')})*1.25*730*(0.12-IF(A{{r}}<=6,0.03,0))"
    ),
    # The GPUs beside Ascend, with the half of the traffic that is still on them.
    "F": f"IF(A{{r}}<=4,{_GPU_FIXED}+B{{r}}*(2.5+6*{_LOAD % ('0.5', 'B', '1400')})*1.25*730*0.12,0)",
    # Servers ordered two months ahead; prices fall by a tenth a year.
    "G": "290000*0.9^(A{r}/12)*(INDEX(B2:B11,MIN(A{r}+2,9)+1)-INDEX(B2:B11,MIN(A{r}+1,9)+1))",
    "H": "150000*(C{r}-C{above})",
    # Five years down to a quarter, and to a tenth.
    "I": "0.75*SUM(G2:G{above})/60",
    "J": "0.9*SUM(H2:H{above})/60",
    "K": "-G{r}-D{r}+0.21*(D{r}+I{r})+IF(A{r}=9,SUM(G2:G11)-SUM(I2:I11),0)",
    "L": "-H{r}-E{r}-F{r}+0.21*(E{r}+F{r}+J{r})+IF(A{r}=9,SUM(H2:H11)-SUM(J2:J11),0)",
    "M": "1.12^(-(A{r}-1)/12)",
}
LOADED_FIRST = {
    "D": "0", "E": "0", "F": "0", "I": "0", "J": "0", "M": "1",
    "G": "290000*INDEX(B2:B11,2+1)", "H": "150000*C2", "K": "-G2",
    "L": "-H2-(150*900*1.3+15000)*(1-0.21)",
}  # fmt: skip


def calculated(
    folder: Path, months: int, columns: dict[str, str], first: dict[str, str]
) -> dict[str, list[float]]:
    """Every column of a sheet with a row a month, as a spreadsheet calculates it."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Months"
    for month in range(months + 1):
        row = FIRST + month
        sheet[f"A{row}"] = month
        for letter, formula in columns.items():
            text = first.get(letter, formula) if month == 0 else formula
            sheet[f"{letter}{row}"] = "=" + text.replace("{r}", str(row)).replace("{above}", str(row - 1))
    book.defined_names["months"] = DefinedName("months", attr_text=f"Months!$A${FIRST}")
    content = BytesIO()
    book.save(content)
    found = Workbook(folder, content.getvalue()).calculated()
    rows = range(FIRST, FIRST + months + 1)
    return {letter: [float(found["Months", f"{letter}{row}"]) for row in rows] for letter in columns}


def worth(flow: list[float], factors: list[float]) -> float:
    return sum(money * factor for money, factor in zip(flow, factors, strict=True))


def agree(result: Result, sheet: dict[str, list[float]], letters: str) -> None:
    """Servers, both flows month by month, and both present values; `letters` name the columns."""
    gpu, ascend, stay, migrate, factor = (sheet[letter] for letter in letters)
    assert [row.servers_stay for row in result.monthly] == gpu
    assert [row.servers_migrate for row in result.monthly] == ascend
    assert [row.stay["total"] for row in result.monthly] == pytest.approx(stay, abs=1e-6)
    assert [row.migrate["total"] for row in result.monthly] == pytest.approx(migrate, abs=1e-6)
    assert result.npv_stay == pytest.approx(worth(stay, factor), rel=1e-12)
    assert result.npv_migrate == pytest.approx(worth(migrate, factor), rel=1e-12)


def test_gpus_that_are_owned_while_demand_grows_and_a_subsidy_ends(tmp_path: Path) -> None:
    sheet = calculated(tmp_path, 9, OWNED_COLUMNS, OWNED_FIRST)
    left = 0.12 * 780_000 * sheet["C"][0]
    sheet["G"][-1] += left

    result = evaluate(load_scenario(OWNED))

    agree(result, sheet, "BCFGH")
    power = [-row.migrate["electricity"] / row.servers_migrate for row in result.monthly[6:8]]  # type: ignore[operator]
    assert power == pytest.approx([4.8 * 1.3 * 730 * 0.4, 4.8 * 1.3 * 730 * 0.7])


def test_a_taxed_fleet_whose_power_follows_the_load_and_whose_servers_are_ordered_ahead(
    tmp_path: Path,
) -> None:
    sheet = calculated(tmp_path, 9, LOADED_COLUMNS, LOADED_FIRST)

    agree(evaluate(load_scenario(LOADED)), sheet, "BCKLM")
