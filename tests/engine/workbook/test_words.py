"""What a workbook says: in both languages, and never as something that a spreadsheet would compute."""

from __future__ import annotations

import re
from datetime import date
from io import BytesIO

import openpyxl
import pytest
from openpyxl.workbook import Workbook

from migration_engine.export.workbook import dossier_of, to_workbook
from migration_engine.tco import evaluate, load_scenario
from tests.engine.tco.samples import golden

SHEETS = ["Summary", "Inputs", "Monthly GPU", "Monthly Ascend", "Delta", "Sensitivity", "Register", "Checks"]
HOSTILE = ("=HYPERLINK(1)", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "{=1}", "https://example.org/x")


def book(language: str = "en", **changes: object) -> Workbook:
    scenario = load_scenario(golden(**({"horizon_months": 5} | changes)))
    content = to_workbook(dossier_of(scenario, date(2026, 12, 1)), language)
    return openpyxl.load_workbook(BytesIO(content))


def texts(found: Workbook) -> set[str]:
    cells = (cell for sheet in found for row in sheet.iter_rows() for cell in row)
    return {cell.value for cell in cells if cell.data_type == "s"}


def test_it_has_the_sheets() -> None:
    assert book().sheetnames == SHEETS


@pytest.mark.parametrize("text", HOSTILE)
def test_a_text_stays_a_text_whatever_it_begins_with(text: str) -> None:
    said = {"value": 5, "origin": text, "source": text, "evidence": text, "owner": text}

    found = book(sides__ascend__server_price=said)

    assert text.strip() in {one.strip() for one in texts(found)}
    formulas = [
        cell.value for sheet in found for row in sheet.iter_rows() for cell in row if cell.data_type == "f"
    ]
    assert not [one for one in formulas if "HYPERLINK" in str(one) or "SUM(A1)" in str(one)]
    assert not [cell for sheet in found for row in sheet.iter_rows() for cell in row if cell.hyperlink]


def test_inputs_are_blue_and_have_names() -> None:
    found = book()

    ((sheet, cell),) = found.defined_names["ascend_server_price"].destinations
    entry = found[sheet][f"C{cell.replace('$', '')[1:]}"]
    assert entry.value == 900_000
    assert entry.font.color.rgb == "FF0000FF"


def test_every_word_is_chinese_in_the_chinese_workbook() -> None:
    english = texts(book())
    chinese = texts(book("zh"))

    same = {text for text in english & chinese if re.search("[A-Za-z]{4}", text)}
    names = {name for name in same if re.fullmatch("[a-z_]+", name)}
    assert same - names <= {"{=1}"}
    assert "继续使用 GPU" in chinese


def test_a_default_says_what_should_replace_it_and_an_old_quote_that_it_is_overdue() -> None:
    old = {"value": 5, "origin": "quote", "valid_until": "2026-11-30"}
    default = {"value": 5, "origin": "default"}

    found = book(
        sides__ascend__server_price=default, sides__gpu__server_price=old, grid_factor_kg_per_kwh=0.5
    )

    rows = found["Register"].iter_rows(min_row=4, values_only=True)
    todo = {row[1]: row[16] for row in rows if row[0] == "Price of a server"}
    assert todo == {
        "Stay on GPU": "Overdue: ask for a new one",
        "Migrate to Ascend": "Replace with quote",
    }


def test_what_rent_replaces_is_said_in_the_register_not_to_count() -> None:
    rows = book("zh", sides__ascend__rent_per_device_hour=20)["假设登记册"].iter_rows(values_only=True)

    said = {row[0]: row[16] for row in rows if row[1] == "迁移到昇腾"}
    assert said["服务器单价"] == "不计入：以租代购"
    assert said["机柜空间"] == "不计入：租金已含电力与机房"


def test_sensitivity_and_simulation_are_values_with_the_seed() -> None:
    price = {"value": 900_000, "low": 600_000, "high": 1_400_000, "origin": "quote"}

    sheet = book(sides__ascend__server_price=price, simulation={"draws": 1000, "seed": 7})["Sensitivity"]

    cells = {row[0].value: row[1].value for row in sheet.iter_rows(max_col=2)}
    assert cells["Migrate to Ascend: Price of a server"] == 900_000
    assert cells["Seed"] == 7
    assert {"P10", "P50", "P90"} <= set(cells)
    assert not [cell for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]


def test_the_register_lists_the_widest_swing_first() -> None:
    price = {"value": 900_000, "low": 600_000, "high": 1_400_000}
    tariff = {"value": 0.65, "low": 0.6, "high": 0.7}

    sheet = book(sides__ascend__server_price=price, sides__gpu__tariff_per_kwh=tariff)["Register"]

    rows = [(row[0], row[1], row[6], row[7]) for row in sheet.iter_rows(min_row=4, values_only=True)]
    assert rows[0][0] == "Price of a server" and rows[0][3] is None
    moves = [ranged or tenth or 0.0 for _name, _side, ranged, tenth in rows]
    assert moves == sorted(moves, reverse=True)
    (tariff_row,) = [row for row in rows if row[0] == "Electricity tariff" and row[2]]
    assert 0 < tariff_row[2] < rows[0][2]


def test_what_was_taken_as_certain_is_named_with_a_tenth_less_and_more() -> None:
    sheet = book()["Sensitivity"]

    rows = list(sheet.iter_rows(values_only=True))
    start = next(at for at, row in enumerate(rows) if str(row[0]).startswith("Taken as certain"))
    (price,) = [row for row in rows[start:] if row[0] == "Migrate to Ascend: Price of a server"]
    assert price[2:4] == (pytest.approx(810_000), pytest.approx(990_000))
    assert price[4] > price[5]


def test_ratio_by_price_is_a_table_of_values_of_the_engine() -> None:
    rows = list(book()["Sensitivity"].iter_rows(values_only=True))

    start = next(at for at, row in enumerate(rows) if row[0] == "Two inputs at a time: NPV difference")
    prices, first = rows[start + 1][1:10], rows[start + 2]
    assert (prices[0], prices[4], prices[8]) == tuple(pytest.approx(900_000 * one) for one in (0.6, 1, 1.4))
    changed = golden(
        horizon_months=5,
        sides__ascend__server_price=540_000,
        sides__ascend__tokens_per_s_per_device=600,
    )
    assert first[:2] == (
        pytest.approx(0.4),
        pytest.approx(evaluate(load_scenario(changed)).npv_difference),
    )
