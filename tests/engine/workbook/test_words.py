"""What a workbook says: in both languages, and never as something that a spreadsheet would compute."""

from __future__ import annotations

import re
from datetime import date
from io import BytesIO

import openpyxl
import pytest
from openpyxl.workbook import Workbook

from migration_engine.export.workbook import Dossier, to_workbook
from migration_engine.tco import evaluate, load_scenario
from migration_engine.tco.register import register
from tests.engine.tco.samples import golden

SHEETS = ["Summary", "Inputs", "Monthly GPU", "Monthly Ascend", "Delta", "Sensitivity", "Register", "Checks"]
HOSTILE = ("=HYPERLINK(1)", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "{=1}", "https://example.org/x")


def book(language: str = "en", **changes: object) -> Workbook:
    scenario = load_scenario(golden(**({"horizon_months": 5} | changes)))
    entries = register(scenario, None, date(2026, 12, 1))
    content = to_workbook(Dossier(scenario, evaluate(scenario), entries), language)
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

    todo = {row[1].value: row[15].value for row in found["Register"].iter_rows(min_row=4) if row[15].value}
    assert todo == {
        "Stay on GPU": "Overdue: ask for a new one",
        "Migrate to Ascend": "Replace with quote",
    }
