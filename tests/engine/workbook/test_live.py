"""The workbook is recalculated as a spreadsheet would: its formulas say what the engine says."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from migration_engine.export.workbook import Dossier, to_workbook
from migration_engine.tco import evaluate, load_scenario
from tests.engine.tco.samples import golden
from tests.engine.workbook.sheet import Cells, Workbook

# Few months, because a spreadsheet written in Python takes its time over every formula.
MONTHS = 5
OTHER = "Other answers, as the engine gave them"
ENGINE = "As exported: differs once you change an input"


def exported(language: str = "en", **changes: object) -> bytes:
    scenario = load_scenario(golden(**({"horizon_months": MONTHS} | changes)))
    return to_workbook(Dossier(scenario, evaluate(scenario)), language)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Workbook:
    return Workbook(tmp_path_factory.mktemp("book"), exported())


def differing(book: Workbook, found: Cells, content: bytes) -> list[str]:
    """Every formula that does not give what the engine gave for the same cell of another export."""
    stored = openpyxl.load_workbook(BytesIO(content), data_only=True)
    return [
        f"{sheet}!{cell}: the engine says {stored[sheet][cell].value!r}, calculated {found[sheet, cell]!r}"
        for sheet, cell in book.formulas()
        if sheet != "Checks" and not same(stored[sheet][cell].value, found[sheet, cell])
    ]


def same(stored: Any, calculated: Any) -> bool:
    try:
        return float(calculated) == pytest.approx(stored, rel=1e-9, abs=1e-6)
    except (TypeError, ValueError):
        return str(stored) == str(calculated)


def test_every_formula_gives_what_the_engine_gives(book: Workbook) -> None:
    assert len(book.formulas()) > 300
    assert differing(book, book.calculated(), exported()) == []


CHANGES: list[dict[str, object]] = [
    {"sides__ascend__tokens_per_s_per_device": 1080},
    {"sides__ascend__server_price": 400_000, "sides__ascend__fte": 0.5, "dual_run_months": 0},
    {"case": "gpus_owned"},
    {"case": "gpus_owned", "sides__gpu__resale_month": 2, "sides__gpu__resale_share": 0.9},
    {"wacc_annual": 0, "headroom": 0.1, "redundancy_servers": 0},
    {"sides__gpu__licence_unit": "site", "sides__ascend__licence_unit": "server"},
    {"demand__peak_tokens_per_s": 90_000, "migration__contingency": 0.41, "migration__training": 1},
    {"demand__peak_tokens_per_s": 0, "demand__mean_tokens_per_s": 0},
    {"sides__gpu__tariff_per_kwh": 5, "sides__gpu__pue": 1.9, "sides__ascend__residual_share": 1},
]


@pytest.mark.parametrize("changes", CHANGES, ids=str)
def test_a_changed_input_changes_every_figure_as_the_engine_says(
    book: Workbook, changes: dict[str, object]
) -> None:
    assert differing(book, book.calculated(**changes), exported(**changes)) == []


def test_the_verdict_turns_when_the_price_falls(book: Workbook) -> None:
    before = book.calculated()[book.named("verdict")]
    after = book.calculated(sides__ascend__server_price=100_000)[book.named("verdict")]

    assert before.startswith("Migrating costs ")
    assert after.startswith("Migrating saves ")


@pytest.mark.parametrize("emptied", ["sides__ascend__server_price", "sides__gpu__pue", "wacc_annual"])
def test_an_emptied_input_is_unknown_and_never_zero(book: Workbook, emptied: str) -> None:
    found = book.calculated(**{emptied: ""})

    assert found[book.named("verdict")] == "No verdict yet: a figure is missing."
    assert str(found[book.named("npv_difference")]) == "#N/A"


def test_an_unknown_input_is_exported_as_not_available(tmp_path: Path) -> None:
    content = exported(case="gpus_owned", sides__gpu__resale_month=None, sides__ascend__server_price=None)
    book = Workbook(tmp_path, content)

    assert differing(book, book.calculated(), content) == []
    assert book.stored["Summary"]["A2"].value == "No verdict yet: a figure is missing."


def test_the_checks_agree_and_say_so_when_an_input_was_changed(book: Workbook) -> None:
    before, after = book.calculated(), book.calculated(sides__gpu__pue=1.9)
    column = [row[0].value for row in book.written["Checks"].iter_rows(max_col=1)]
    first = column.index(ENGINE)

    rows = [row for row, title in enumerate(column, 1) if title and f"E{row}" in _results(book)]
    assert {before["Checks", f"E{row}"] for row in rows} == {"agrees"}
    assert {after["Checks", f"E{row}"] for row in rows if row <= first} == {"agrees"}
    assert {after["Checks", f"E{row}"] for row in rows if row > first} == {"differs"}


def _results(book: Workbook) -> set[str]:
    return {cell for sheet, cell in book.formulas() if sheet == "Checks" and cell.startswith("E")}


def values_as_exported(book: Workbook) -> list[str]:
    """The cells of the first sheet that say that they are the engine's."""
    sheet = book.written["Summary"]
    titles = [row[0].value for row in sheet.iter_rows(max_col=1)]
    first = titles.index(OTHER) + 1
    return [f"Summary!{column}{row}" for row in range(first, len(titles) + 1) for column in "BC"]


UNKNOWN_AT_EXPORT = [
    ("sides__ascend__server_price", {}),
    ("sides__gpu__server_price", {"case": "gpus_owned", "demand__growth_annual": 1.5}),
    ("sides__ascend__it_power_kw_nameplate", {}),
    ("sides__ascend__devices_per_server", {}),
    ("sides__gpu__tariff_per_kwh", {"sides__gpu__rack_includes_power": True}),
]


@pytest.mark.parametrize(("path", "options"), UNKNOWN_AT_EXPORT, ids=str)
def test_a_figure_typed_in_after_the_export_gives_the_verdict_of_the_engine(
    tmp_path: Path, path: str, options: dict[str, object]
) -> None:
    book = Workbook(tmp_path, exported(**options, **{path: None}))
    typed = 8 if path.endswith("devices_per_server") else 9.5 if "kw" in path else 850_000

    found = book.calculated(**{path: typed})

    assert book.stored["Summary"]["A4"].value is None
    stale = differing(book, found, exported(**options, **{path: typed}))
    assert {line.split(":")[0] for line in stale} <= set(values_as_exported(book))
    assert found[book.named("verdict")].startswith("Migrating ")
