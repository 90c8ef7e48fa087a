"""Reads a workbook as its receiver would: what is stored, and what a spreadsheet makes of its formulas."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl

with warnings.catch_warnings():
    # The library compares numbers by identity; Python says so while it compiles it.
    warnings.simplefilter("ignore", SyntaxWarning)
    import formulas

FILE = "cost.xlsx"


@dataclass(frozen=True, slots=True)
class Cells:
    """The cells of a workbook by sheet and address: `cells["Inputs", "C5"]`."""

    values: dict[tuple[str, str], Any]

    def __getitem__(self, place: tuple[str, str]) -> Any:
        sheet, cell = place
        return self.values[sheet.upper(), cell]


class Workbook:
    """A workbook on disk that can be calculated anew, with some inputs changed."""

    def __init__(self, folder: Path, content: bytes) -> None:
        self.stored = openpyxl.load_workbook(BytesIO(content), data_only=True)
        self.written = openpyxl.load_workbook(BytesIO(content))
        path = folder / FILE
        path.write_bytes(content)
        self._model = formulas.ExcelModel().loads(str(path)).finish()

    def named(self, name: str) -> tuple[str, str]:
        """Return sheet and address of a defined name."""
        ((sheet, cell),) = self.written.defined_names[name].destinations
        return sheet, cell.replace("$", "")

    def entry(self, path: str) -> tuple[str, str]:
        """Return the blue cell of an input by its key path, with `__` for the dot."""
        sheet, cell = self.named(path.removeprefix("sides__").replace("__", "_"))
        return sheet, f"C{cell[1:]}"

    def formulas(self) -> list[tuple[str, str]]:
        """Return where every formula stands."""
        return [
            (sheet.title, cell.coordinate)
            for sheet in self.written
            for row in sheet.iter_rows()
            for cell in row
            if cell.data_type == "f"
        ]

    def calculated(self, **changes: object) -> Cells:
        """Calculate everything; a change is the key path of an input and what to enter there."""
        inputs = {_key(*self.entry(path)): value for path, value in changes.items()}
        found = self._model.calculate(inputs=inputs)
        values = {}
        for key, ranges in found.items():
            if isinstance(key, str) and key.startswith(f"'[{FILE}]") and ":" not in key:
                sheet, cell = key.removeprefix(f"'[{FILE}]").split("'!")
                values[sheet, cell] = ranges.value[0, 0]
        return Cells(values)


def _key(sheet: str, cell: str) -> str:
    return f"'[{FILE}]{sheet.upper()}'!{cell}"
