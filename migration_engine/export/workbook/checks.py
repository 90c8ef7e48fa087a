"""The sheet of checks: sums that always agree, and the engine's figures beside the workbook's."""

from __future__ import annotations

from migration_engine.export.workbook import words
from migration_engine.export.workbook.book import Book, Sheet
from migration_engine.export.workbook.delta import Delta
from migration_engine.export.workbook.monthly import Months
from migration_engine.tco.result import Result, Row
from migration_engine.text import Text

# Sums of money in floating point; a millionth of a unit is rounding.
_TOLERANCE = "1E-6*MAX(1,ABS(C{row}))"


def write_checks(book: Book, result: Result, gpu: Months, ascend: Months, delta: Delta) -> None:
    """Write both blocks of checks."""
    sheet = book.sheet(words.CHECKS, (58, 22, 22, 16, 14))
    sheet.text(0, 0, words.CHECKS, "title")
    row = _block(sheet, 2, words.ALWAYS)
    row = _worlds(sheet, row, result, gpu, ascend)
    difference = result.undiscounted_difference
    apart = f"SUM({ascend.column('total')})-SUM({gpu.column('total')})"
    _check(sheet, row, words.DELTA_ADDS_UP, f"SUM({delta.column('difference')})", apart, difference)
    npv = result.npv_difference
    _check(sheet, row + 1, words.NPV_AGREES, "npv_migrate-npv_stay", f"SUM({delta.column('present')})", npv)
    row = _block(sheet, row + 3, words.EXPORTED)
    for line, (title, name, value) in enumerate(_engine(result), row):
        said = book.said(words.ENGINE).format(figure=book.said(title))
        _check(sheet, line, said, name, None, value)


def _worlds(sheet: Sheet, row: int, result: Result, gpu: Months, ascend: Months) -> int:
    for line, (world, months) in enumerate((("stay", gpu), ("migrate", ascend)), row):
        heads = "+".join(f"SUM({months.column(head)})" for head in months.heads)
        said = sheet.book.said(words.HEADS_ADD_UP).format(
            world=sheet.book.said(words.STAY if world == "stay" else words.MIGRATE)
        )
        _check(sheet, line, said, heads, f"SUM({months.column('total')})", _total(result.monthly, world))
    return row + 2


def _total(rows: tuple[Row, ...], world: str) -> float | None:
    total = 0.0
    for row in rows:
        amount = getattr(row, world)["total"]
        if amount is None:
            return None
        total += amount
    return total


def _engine(result: Result) -> list[tuple[Text, str, float | None]]:
    return [
        (words.NPV_STAY, "npv_stay", result.npv_stay),
        (words.NPV_MIGRATE, "npv_migrate", result.npv_migrate),
        (words.NPV_DIFFERENCE, "npv_difference", result.npv_difference),
        (words.UNDISCOUNTED, "undiscounted_difference", result.undiscounted_difference),
    ]


def _block(sheet: Sheet, row: int, title: Text) -> int:
    sheet.text(row, 0, title, "section")
    sheet.texts(row + 1, list(words.CHECK_COLUMNS), "head")
    return row + 2


def _check(
    sheet: Sheet, row: int, title: Text | str, formula: str, expected: str | None, value: float | None
) -> None:
    sheet.text(row, 0, title, "wrapped")
    sheet.formula(row, 1, formula, value, "exact")
    if expected is None:
        sheet.number(row, 2, value, "exact")
    else:
        sheet.formula(row, 2, expected, value, "exact")
    sheet.formula(row, 3, f"B{row + 1}-C{row + 1}", None if value is None else 0.0, "exact")
    agrees, differs, unknown = (sheet.book.said(one) for one in (words.AGREES, words.DIFFERS, words.UNKNOWN))
    within = f"ABS(D{row + 1})<={_TOLERANCE.format(row=row + 1)}"
    result = f'IF(ISNUMBER(D{row + 1}),IF({within},"{agrees}","{differs}"),"{unknown}")'
    sheet.formula(row, 4, result, unknown if value is None else agrees, "text")
