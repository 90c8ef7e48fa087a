"""The sheet of assumptions: each input with its range, where it comes from, and what is still to be done."""

from __future__ import annotations

from collections.abc import Sequence

from migration_engine.export.workbook import words
from migration_engine.export.workbook.book import Book, Sheet
from migration_engine.tco.labels import PERCENT
from migration_engine.tco.placeholders import source_text
from migration_engine.tco.register import Entry

_WIDTHS = (46, 20, 14, 12, 12, 20, 20, 20, 18, 44, 36, 16, 12, 12, 12, 12, 30)


def write_register(book: Book, entries: Sequence[Entry], currency: str) -> None:
    """Write one row an input, in the order in which they could change the answer."""
    sheet = book.sheet(words.REGISTER, _WIDTHS)
    sheet.text(0, 0, words.REGISTER, "title")
    sheet.texts(2, list(words.REGISTER_COLUMNS), "head")
    sheet.raw.freeze_panes(3, 1)
    for row, entry in enumerate(entries, 3):
        _row(sheet, row, entry, currency)
    if entries:
        sheet.raw.autofilter(2, 0, 2 + len(entries), len(words.REGISTER_COLUMNS) - 1)


def _row(sheet: Sheet, row: int, entry: Entry, currency: str) -> None:
    figure = entry.figure
    style = "share" if entry.label.is_share else "number"
    sheet.text(row, 0, entry.label.name)
    sheet.text(row, 1, entry.side or "")
    sheet.text(row, 2, words.UNKNOWN)
    for column, number in ((2, figure.value), (3, figure.low), (4, figure.high)):
        sheet.known(row, column, number, style)
    unit = sheet.book.said(entry.label.unit).replace("{currency}", currency)
    sheet.text(row, 5, "" if unit == PERCENT else unit)
    sheet.known(row, 6, entry.swing.range if entry.swing else None, "money")
    sheet.known(row, 7, entry.nudge.range if entry.nudge else None, "money")
    sheet.text(row, 8, entry.origin)
    source = " ".join(filter(None, (sheet.book.said(source_text(figure.source)), figure.date)))
    said = (source, figure.evidence, figure.owner, figure.valid_until, figure.currency)
    for column, text in enumerate(said, 9):
        sheet.text(row, column, text)
    sheet.known(row, 14, figure.fx_rate, "number")
    sheet.text(row, 15, figure.fx_date)
    sheet.text(row, 16, entry.idle or (words.OVERDUE if entry.overdue else entry.replace) or "")
