"""The sheet of inputs: blue cells to change, each with the name that formulas call it by."""

from __future__ import annotations

from migration_engine.export.workbook import words
from migration_engine.export.workbook.book import Book, Sheet
from migration_engine.tco.bounds import Bounds
from migration_engine.tco.figure import Figure
from migration_engine.tco.keys import BY_PATH
from migration_engine.tco.labels import PERCENT, label_of
from migration_engine.tco.listed import listed
from migration_engine.tco.numbers import HOURS_PER_MONTH
from migration_engine.tco.placeholders import source_text
from migration_engine.tco.scenario import Case, LicenceUnit, Scenario
from migration_engine.text import Text

_LABEL, _UNIT, _VALUE, _USED, _LOW, _HIGH, _ORIGIN, _SOURCE, _NAME, _EXPORTED, _CHANGED = range(11)
CHANGED = "inputs_changed"
"""The name of the cell that counts the changed inputs, where a workbook needs to know."""
_HOURS = Text("Hours of a month", "每月小时数")


def name_of(path: str) -> str:
    """The defined name of the input at a key path: `sides.gpu.pue` is `gpu_pue`."""
    return path.removeprefix("sides.").replace(".", "_")


def write_inputs(book: Book, scenario: Scenario) -> Sheet:
    """Write every listed input under the heading of its group."""
    sheet = book.sheet(words.INPUTS, (46, 22, 16, 16, 12, 12, 16, 46, 40))
    sheet.text(0, 0, words.INPUTS, "title")
    sheet.raw.merge_range(1, 0, 1, _NAME, book.said(words.INPUTS_NOTE), book.styles["muted"])
    sheet.raw.set_row(1, 32)
    row = 3
    figures = list(listed(scenario))
    for group, title in words.GROUPS.items():
        sheet.text(row, 0, title, "section")
        sheet.texts(row + 1, list(words.INPUT_COLUMNS), "head")
        row = _choices(sheet, row + 2, scenario, group)
        for path, figure in figures:
            if _group_of(path) == group:
                _figure(sheet, row, path, figure, scenario.currency)
                row += 1
        row += 1
    sheet.text(row, 0, words.NEUTRAL_NOTE, "muted")
    sheet.raw.freeze_panes(3, 1)
    return sheet


def mark_changes(sheet: Sheet) -> None:
    """Count the inputs that differ from the export, for a workbook whose verdict doesn't follow them all."""
    sheet.raw.write_string(1, 0, sheet.book.said(words.INPUTS_NOTE_FROZEN), sheet.book.styles["muted"])
    sheet.raw.set_column(_EXPORTED, _CHANGED, 16)
    sheet.text(1, _EXPORTED, words.CHANGED_COUNT, "muted")
    for row, value in sheet.entered.items():
        cell, exported = (sheet.place(row, column).cell for column in (_VALUE, _EXPORTED))
        same = f"{cell}={exported}"
        if value is None:
            same = f"NOT(ISNUMBER({cell}))"
        elif isinstance(value, str):
            sheet.text(row, _EXPORTED, value, "muted")
        else:
            sheet.number(row, _EXPORTED, value, "number")
        sheet.formula(row, _CHANGED, f"IF({same},0,1)", 0, "number")
    first, last = (sheet.place(row, _CHANGED).cell for row in (min(sheet.entered), max(sheet.entered)))
    sheet.formula(1, _CHANGED, f"SUM({first}:{last})", 0, "number", CHANGED)


def _group_of(path: str) -> str:
    top, _, rest = path.partition(".")
    if top == "sides":
        return f"sides.{rest.partition('.')[0]}"
    return top if rest else ""


def _choices(sheet: Sheet, row: int, scenario: Scenario, group: str) -> int:
    if group == "":
        _word(sheet, row, "case", scenario.case.value, [case.value for case in Case])
        _word(sheet, row + 1, "currency", scenario.currency, [])
        _fixed(sheet, row + 2, "horizon_months", scenario.horizon_months)
        sheet.text(row + 3, _LABEL, _HOURS)
        sheet.number(row + 3, _USED, HOURS_PER_MONTH, "fixed", "hours_per_month")
        return row + 4
    if group.startswith("sides."):
        side = scenario.gpu if group == "sides.gpu" else scenario.ascend
        _word(
            sheet, row, f"{group}.licence_unit", side.licence_unit.value, [unit.value for unit in LicenceUnit]
        )
        for key in ("rack_includes_power", "rent_without_hosting"):
            if getattr(side, key):
                row += 1
                _head(sheet, row, f"{group}.{key}", "")
                sheet.text(row, _USED, words.YES)
        return row + 1
    return row


def _word(sheet: Sheet, row: int, path: str, word: str, options: list[str]) -> None:
    _head(sheet, row, path, "")
    sheet.text(row, _VALUE, word, "input word")
    sheet.entered[row] = word
    sheet.book.raw.define_name(name_of(path), f"={sheet.place(row, _VALUE)}")
    if options:
        sheet.raw.data_validation(row, _VALUE, row, _VALUE, {"validate": "list", "source": options})


def _fixed(sheet: Sheet, row: int, path: str, value: float) -> None:
    _head(sheet, row, path, "")
    sheet.number(row, _USED, value, "fixed", name_of(path))


def _figure(sheet: Sheet, row: int, path: str, figure: Figure, currency: str) -> None:
    _head(sheet, row, path, currency)
    share = label_of(path).is_share
    sheet.number(row, _VALUE, figure.value, "input share" if share else "input")
    sheet.entered[row] = figure.value
    _validate(sheet, row, BY_PATH.get(path, Bounds()))
    used = f"IF(ISNUMBER({sheet.place(row, _VALUE).cell}),{sheet.place(row, _VALUE).cell},NA())"
    sheet.formula(row, _USED, used, figure.value, "share" if share else "number", name_of(path))
    for column, end in ((_LOW, figure.low), (_HIGH, figure.high)):
        sheet.known(row, column, end, "share" if share else "number")
    sheet.text(row, _ORIGIN, figure.origin)
    source = sheet.book.said(source_text(figure.source))
    sheet.text(row, _SOURCE, " ".join(filter(None, (source, figure.date))))


def _head(sheet: Sheet, row: int, path: str, currency: str) -> None:
    label = label_of(path)
    sheet.text(row, _LABEL, label.name)
    unit = sheet.book.said(label.unit).replace("{currency}", currency)
    # The cell holds the fraction and shows it in per cent.
    sheet.text(row, _UNIT, "" if unit == PERCENT else unit)
    sheet.text(row, _NAME, name_of(path), "muted")


def _validate(sheet: Sheet, row: int, bounds: Bounds) -> None:
    """Refuse in the cell what the engine would refuse."""
    least, most = bounds.least, min(bounds.limit, 1e15)
    kind = "integer" if bounds.whole else "decimal"
    rule = {"validate": kind, "criteria": "between", "minimum": least, "maximum": most}
    sheet.raw.data_validation(row, _VALUE, row, _VALUE, rule)
