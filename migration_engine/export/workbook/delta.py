"""The sheet of the difference, migrate minus stay, by month, and what payback and rate of return need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from xlsxwriter.utility import xl_col_to_name

from migration_engine.export.workbook import words
from migration_engine.export.workbook.book import Book
from migration_engine.export.workbook.monthly import TOP, Months, times
from migration_engine.tco.result import Result
from migration_engine.text import Text

# As in the engine: a billionth of the largest amount is no change of sign.
DUST = 1e-9
_TITLES = {
    "month": words.MONTH,
    "stay": words.STAY,
    "migrate": words.MIGRATE,
    "difference": words.DIFFERENCE,
    "sum_stay": words.CUMULATIVE_STAY,
    "sum_migrate": words.CUMULATIVE_MIGRATE,
    "sum": words.CUMULATIVE_DIFFERENCE,
    "factor": words.FACTOR,
    "present": words.PRESENT,
    "present_sum": words.CUMULATIVE_PRESENT,
    "behind": words.BEHIND,
    "present_behind": words.BEHIND_PRESENT,
    "sign": words.SIGN,
    "change": words.CHANGE,
}
_LETTERS = {key: xl_col_to_name(place) for place, key in enumerate(_TITLES)}
_COUNTS = ("month", "behind", "present_behind", "sign", "change")
_STYLES = {"factor": "factor"} | dict.fromkeys(_COUNTS, "whole")


@dataclass(frozen=True, slots=True)
class Delta:
    """The written sheet, for the formulas of the summary."""

    title: str
    horizon: int

    def column(self, key: str) -> str:
        """Address of a column over all months."""
        letter = _LETTERS[key]
        return f"'{self.title}'!${letter}${TOP + 1}:${letter}${TOP + 1 + self.horizon}"

    def last(self, key: str) -> str:
        """Address of a column at the horizon."""
        return f"'{self.title}'!${_LETTERS[key]}${TOP + 1 + self.horizon}"


def write_delta(
    book: Book, result: Result, gpu: Months, ascend: Months, factors: Sequence[float | None]
) -> Delta:
    """Write the sheet; every cell but the month is a formula."""
    sheet = book.sheet(words.DELTA, (8, *[16] * (len(_TITLES) - 1)))
    sheet.text(0, 0, words.DELTA, "title")
    sheet.text(1, 0, book.said(words.COSTS_NEGATIVE).replace("{currency}", result.currency))
    sheet.texts(TOP - 1, list[Text | str](_TITLES.values()), "head")
    sheet.raw.freeze_panes(TOP, 1)
    values = _values(result, factors)
    for month, row in enumerate(result.monthly):
        sheet.number(TOP + month, 0, row.month, "whole")
        formulas = _formulas(gpu, ascend, month)
        for place, key in enumerate(_TITLES):
            if key != "month":
                style = _STYLES.get(key, "money")
                sheet.formula(TOP + month, place, formulas[key], values[key][month], style)
    return Delta(sheet.title, gpu.horizon)


def _formulas(gpu: Months, ascend: Months, month: int) -> dict[str, str]:
    row, first = TOP + 1 + month, TOP + 1
    at = {key: f"${letter}{row}" for key, letter in _LETTERS.items()}
    before = f"${_LETTERS['sign']}{row - 1}" if month else "0"
    span = f"${_LETTERS['difference']}${first}:${_LETTERS['difference']}${first + gpu.horizon}"
    dust = f"{DUST}*MAX(MAX({span}),-MIN({span}))"
    return {
        "stay": gpu.cell("total", month),
        "migrate": ascend.cell("total", month),
        "difference": f"{at['migrate']}-{at['stay']}",
        "sum_stay": gpu.cell("sum", month),
        "sum_migrate": ascend.cell("sum", month),
        "sum": f"SUM(${_LETTERS['difference']}${first}:{at['difference']})",
        "factor": gpu.cell("factor", month),
        "present": f"{at['difference']}*{at['factor']}",
        "present_sum": f"SUM(${_LETTERS['present']}${first}:{at['present']})",
        "behind": f"IF({at['sum']}<0,{at['month']}+1,0)",
        "present_behind": f"IF({at['present_sum']}<0,{at['month']}+1,0)",
        "sign": f"IF(ABS({at['difference']})>{dust},SIGN({at['difference']}),{before})",
        "change": f"IF(AND({before}<>0,{at['sign']}<>{before}),1,0)",
    }


def _values(result: Result, factors: Sequence[float | None]) -> dict[str, list[float | None]]:
    rows = result.monthly
    differences = [row.difference for row in rows]
    signs = _signs(differences)
    return {
        "stay": [row.stay["total"] for row in rows],
        "migrate": [row.migrate["total"] for row in rows],
        "difference": differences,
        "sum_stay": [row.cumulative_stay for row in rows],
        "sum_migrate": [row.cumulative_migrate for row in rows],
        "sum": [row.cumulative_difference for row in rows],
        "factor": list(factors),
        "present": [times(one, other) for one, other in zip(differences, factors, strict=True)],
        "present_sum": [row.cumulative_discounted_difference for row in rows],
        "behind": [_behind(row.month, row.cumulative_difference) for row in rows],
        "present_behind": [_behind(row.month, row.cumulative_discounted_difference) for row in rows],
        "sign": signs,
        "change": [_changed(before, now) for before, now in pairwise([0.0, *signs])],
    }


def _behind(month: int, total: float | None) -> float | None:
    return None if total is None else month + 1 if total < 0 else 0


def _signs(amounts: Sequence[float | None]) -> list[float | None]:
    known = [abs(amount) for amount in amounts if amount is not None]
    if len(known) < len(amounts):
        return [None] * len(amounts)
    signs: list[float | None] = []
    sign = 0.0
    for amount in amounts:
        if amount is not None and abs(amount) > DUST * max(known):
            sign = 1.0 if amount > 0 else -1.0
        signs.append(sign)
    return signs


def _changed(before: float | None, now: float | None) -> float | None:
    if before is None or now is None:
        return None
    return 1.0 if before != 0 and now != before else 0.0
