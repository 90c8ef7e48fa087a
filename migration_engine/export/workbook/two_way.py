"""The difference over the throughput ratio and the price of an Ascend server, as values on a sheet."""

from __future__ import annotations

import numpy as np

from migration_engine.export.workbook import words
from migration_engine.export.workbook.book import Sheet
from migration_engine.tco import grid
from migration_engine.tco.analysis import Grid
from migration_engine.tco.scenario import Scenario
from migration_engine.tco.variants import RATIO

_RATIOS = np.linspace(0.4, 1.2, 9)
_SHARES = np.linspace(0.6, 1.4, 9)


def ratio_by_price(scenario: Scenario) -> Grid | None:
    """Nine ratios by nine prices around the present one; None without a verdict or a purchase."""
    price = scenario.ascend.server_price.value
    if not price or scenario.ascend.is_rented:
        return None
    found = grid(scenario, RATIO, "sides.ascend.server_price", _RATIOS, price * _SHARES)
    return found if found.npv_difference else None


def write_grid(sheet: Sheet, row: int, found: Grid) -> int:
    """Write the table: a row a ratio, a column a price; returns the next free row."""
    sheet.text(row, 0, words.GRID, "section")
    sheet.text(row + 1, 0, words.RATIO_BY_PRICE, "head")
    for column, price in enumerate(found.columns, 1):
        sheet.number(row + 1, column, price, "money")
    for line, (ratio, amounts) in enumerate(zip(found.rows, found.npv_difference, strict=True), row + 2):
        sheet.number(line, 0, ratio, "factor")
        for column, amount in enumerate(amounts, 1):
            sheet.number(line, column, amount, "money")
    return row + 2 + len(found.rows)
