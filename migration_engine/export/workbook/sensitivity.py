"""The sheet of sensitivity, as values: tornado, staircase of the break-even, simulation with its seed."""

from __future__ import annotations

from migration_engine.export.workbook import words
from migration_engine.export.workbook.book import Book, Sheet
from migration_engine.export.workbook.two_way import write_grid
from migration_engine.tco.analysis import Grid, Simulation, Swing, Tornado
from migration_engine.tco.breakeven import Step
from migration_engine.tco.fleet_words import servers_in_words
from migration_engine.tco.labels import label_of, side_of
from migration_engine.tco.result import Result
from migration_engine.tco.shown import at_least, beyond
from migration_engine.text import Text

_TORNADO: list[Text | str] = [
    words.FIGURE, words.VALUE, words.INPUT_COLUMNS[4], words.INPUT_COLUMNS[5], words.NPV_AT_LOW,
    words.NPV_AT_HIGH, words.SWING, words.SWITCHING,
]  # fmt: skip


def write_sensitivity(
    book: Book,
    result: Result,
    tornado: Tornado | None,
    simulation: Simulation | None,
    two_way: Grid | None = None,
) -> None:
    """Write what the engine's analyses gave; none of it is a formula."""
    sheet = book.sheet(words.SENSITIVITY, (58, 18, 14, 14, 20, 20, 18, 40))
    sheet.text(0, 0, words.SENSITIVITY, "title")
    sheet.text(1, 0, words.TORNADO_NOTE)
    if result.npv_difference is None:
        sheet.text(3, 0, words.NO_SENSITIVITY, "wrapped")
        return
    row = _swings(sheet, 3, tornado) if tornado else 3
    row = _certain(sheet, row + 1, tornado.certain) if tornado and tornado.certain else row
    row = _steps(sheet, row + 1, result.breakeven_throughput_ratio.steps)
    row = write_grid(sheet, row + 1, two_way) if two_way else row
    if simulation:
        _simulation(sheet, row + 1, simulation)


def _swings(sheet: Sheet, row: int, tornado: Tornado) -> int:
    sheet.text(row, 0, words.TORNADO, "section")
    sheet.texts(row + 1, _TORNADO, "head")
    if not tornado.swings:
        sheet.text(row + 2, 0, words.NO_RANGES)
        return row + 3
    for line, swing in enumerate(tornado.swings, row + 2):
        _swing(sheet, line, swing)
    return row + 2 + len(tornado.swings)


def _certain(sheet: Sheet, row: int, swings: tuple[Swing, ...]) -> int:
    sheet.text(row, 0, words.CERTAIN, "section")
    sheet.texts(row + 1, [*_TORNADO[:2], words.LESS, words.MORE, *_TORNADO[4:]], "head")
    for line, swing in enumerate(swings, row + 2):
        _swing(sheet, line, swing)
    return row + 2 + len(swings)


def _swing(sheet: Sheet, row: int, swing: Swing) -> None:
    label, side = label_of(swing.path), side_of(swing.path)
    name = sheet.book.said(label.name)
    sheet.text(row, 0, f"{sheet.book.said(side)}: {name}" if side else name)
    style = "share" if label.is_share else "number"
    for column, number in enumerate((swing.value, swing.low, swing.high), 1):
        sheet.number(row, column, number, style)
    for column, amount in enumerate((swing.npv_low, swing.npv_high, swing.range), 4):
        sheet.number(row, column, amount, "money")
    sheet.text(
        row, 7, ", ".join(_shown(value, swing.value, is_share=label.is_share) for value in swing.switching)
    )


def _shown(value: float, now: float, *, is_share: bool) -> str:
    shown = beyond(value, now, 6)
    return f"{shown * 100:.6g}%" if is_share else f"{shown:,.6g}"


def _steps(sheet: Sheet, row: int, steps: tuple[Step, ...]) -> int:
    sheet.text(row, 0, words.STAIRCASE, "section")
    sheet.texts(row + 1, [words.RATIO_FROM, words.SERVERS, words.NPV_DIFFERENCE], "head")
    for line, step in enumerate(steps, row + 2):
        sheet.number(line, 0, at_least(step.ratio_from, 6), "factor")
        sheet.text(line, 1, servers_in_words(step.servers, step.rises))
        sheet.number(line, 2, step.npv_difference, "money")
    return row + 2 + len(steps)


def _simulation(sheet: Sheet, row: int, found: Simulation) -> None:
    sheet.texts(row, [words.SIMULATION, words.VALUE, words.ERROR], "head")
    quantiles = {"P10": found.p10, "P50": found.p50, "P90": found.p90}
    lines: list[tuple[Text | str, float | None, float | None, str]] = [
        (words.DRAWS, found.draws, None, "whole"),
        (words.SEED, found.seed, None, "whole"),
        *((name, one.value, one.error, "money") for name, one in quantiles.items() if one),
        (words.PROBABILITY, found.probability_positive, found.probability_error, "share"),
        (words.SHORTFALL, found.mean_shortfall, None, "money"),
    ]
    for line, (title, value, error, style) in enumerate(lines, row + 1):
        sheet.text(line, 0, title)
        sheet.number(line, 1, value, style)
        sheet.known(line, 2, error, style)
    sheet.text(row + 1 + len(lines), 0, words.DISTRIBUTION)
    sheet.text(row + 1 + len(lines), 1, found.distribution)
    _histogram(sheet, row + 3 + len(lines), found)


def _histogram(sheet: Sheet, row: int, found: Simulation) -> None:
    sheet.text(row, 0, words.HISTOGRAM, "section")
    sheet.texts(row + 1, [words.FROM, words.TO, words.DRAWS], "head")
    for line, one in enumerate(found.histogram, row + 2):
        sheet.number(line, 0, one.start, "money")
        sheet.number(line, 1, one.end, "money")
        sheet.number(line, 2, one.draws, "whole")
