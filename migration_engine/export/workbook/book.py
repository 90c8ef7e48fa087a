"""A workbook in one language: cells of a few styles, names, and no text that a spreadsheet would compute."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import xlsxwriter
from xlsxwriter.utility import xl_rowcol_to_cell

from migration_engine.text import Text

Value = float | str | None

UNKNOWN = "#N/A"
_STYLES: Mapping[str, Mapping[str, object]] = {
    "text": {"valign": "top"},
    "wrapped": {"valign": "top", "text_wrap": True},
    "title": {"bold": True, "font_size": 16},
    "verdict": {"bold": True, "font_size": 13, "text_wrap": True, "valign": "vcenter"},
    "warning": {"bold": True, "font_color": "#9A3412", "text_wrap": True, "valign": "top"},
    "section": {"bold": True, "font_size": 12, "bottom": 1},
    "head": {"bold": True, "text_wrap": True, "valign": "top", "bg_color": "#E9EDF2", "border": 1},
    "muted": {"font_color": "#5A6472", "italic": True, "text_wrap": True, "valign": "top"},
    "number": {"num_format": "#,##0.######", "valign": "top"},
    "whole": {"num_format": "#,##0", "valign": "top"},
    "money": {"num_format": "#,##0;[Red]-#,##0", "valign": "top"},
    "exact": {"num_format": "#,##0.00;[Red]-#,##0.00", "valign": "top"},
    "share": {"num_format": "0.0##%", "valign": "top"},
    "factor": {"num_format": "0.000000", "valign": "top"},
    "total": {"num_format": "#,##0;[Red]-#,##0", "bold": True, "valign": "top"},
    "fixed": {"num_format": "#,##0;[Red]-#,##0", "italic": True, "font_color": "#5A6472", "valign": "top"},
    "input": {"num_format": "#,##0.######", "font_color": "#0000FF", "bg_color": "#EEF4FF", "border": 1},
    "input share": {"num_format": "0.0##%", "font_color": "#0000FF", "bg_color": "#EEF4FF", "border": 1},
    "input word": {"font_color": "#0000FF", "bg_color": "#EEF4FF", "border": 1, "align": "right"},
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a cell is: sheet, and its absolute address there."""

    sheet: str
    cell: str

    def __str__(self) -> str:
        return f"'{self.sheet}'!{self.cell}"


class Sheet:
    """One sheet; rows and columns count from 0."""

    def __init__(self, book: Book, title: Text) -> None:
        self.book = book
        self.title = book.said(title)
        self.raw = book.raw.add_worksheet(self.title)
        self.entered: dict[int, Value] = {}  # by row, what stands in its blue cell

    def text(self, row: int, column: int, text: Text | str, style: str = "text") -> None:
        """Write a text; whatever it begins with, it stays one."""
        shown = self.book.said(text) if isinstance(text, Text) else text
        if self.raw.write_string(row, column, shown, self.book.styles[style]):
            raise ValueError(f"a text of {len(shown)} characters does not fit into a cell")

    def texts(self, row: int, texts: list[Text | str], style: str = "text") -> None:
        """Write texts side by side, from the first column on."""
        for column, text in enumerate(texts):
            self.text(row, column, text, style)

    def number(self, row: int, column: int, value: float | None, style: str, name: str = "") -> None:
        """Write a number; one that nobody knows is not available, so that nothing computes with zero."""
        if value is None:
            self.formula(row, column, "NA()", None, style, name)
            return
        self.raw.write_number(row, column, value, self.book.styles[style])
        self._call(row, column, name)

    def known(self, row: int, column: int, value: float | None, style: str) -> None:
        """Write a number where there is one, and leave the cell empty where there is none."""
        if value is not None:
            self.number(row, column, value, style)

    def formula(self, row: int, column: int, formula: str, value: Value, style: str, name: str = "") -> None:
        """Write a formula with what it gives, for readers that do not calculate."""
        cached = UNKNOWN if value is None else value
        self.raw.write_formula(row, column, f"={formula}", self.book.styles[style], cached)
        self._call(row, column, name)

    def place(self, row: int, column: int) -> Place:
        """Return where the cell is, for a formula on any sheet."""
        return Place(self.title, xl_rowcol_to_cell(row, column, row_abs=True, col_abs=True))

    def _call(self, row: int, column: int, name: str) -> None:
        if name:
            self.book.raw.define_name(name, f"={self.place(row, column)}")


class Book:
    """The workbook while it is written."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._bytes = BytesIO()
        plain = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
        self.raw: Any = xlsxwriter.Workbook(self._bytes, plain)
        self.styles = {name: self.raw.add_format(dict(style)) for name, style in _STYLES.items()}

    def said(self, text: Text) -> str:
        """Return the text in the language of the workbook."""
        return text.in_language(self.language)

    def sheet(self, title: Text, widths: tuple[float, ...] = ()) -> Sheet:
        """Add a sheet with columns of these widths, in characters."""
        sheet = Sheet(self, title)
        for column, width in enumerate(widths):
            sheet.raw.set_column(column, column, width)
        return sheet

    def closed(self) -> bytes:
        """Finish the workbook and return it."""
        self.raw.close()
        return self._bytes.getvalue()
