"""The sheets of months: one for each world, a row a month, a column a cost head."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xlsxwriter.utility import xl_col_to_name

from migration_engine.export.workbook import words
from migration_engine.export.workbook.book import Book, Sheet
from migration_engine.export.workbook.live import Live, devices_of, heads_of, servers_of
from migration_engine.tco.heads import ALWAYS, HEADS, RUNNING
from migration_engine.tco.result import Result, Row
from migration_engine.tco.scenario import Scenario
from migration_engine.text import Text

# What a changed input may set moving has its column even where nothing moves yet.
_ALWAYS = {
    "gpu": {"purchase", *ALWAYS, "residual"},
    "ascend": {"purchase", "one_off", *ALWAYS, "dual_run", "resale", "residual"},
}
TOP = 4
"""The row of month 0, counted from 0."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a sheet of months: its formula, or None where only the engine knows, and its values."""

    key: str
    title: Text
    live: Live | None
    values: tuple[float | None, ...]
    style: str = "money"


@dataclass(frozen=True, slots=True)
class Months:
    """A written sheet of months, for the formulas on other sheets."""

    title: str
    letters: Mapping[str, str]
    heads: tuple[str, ...]
    horizon: int

    def cell(self, key: str, month: int) -> str:
        """Address of a column in a month."""
        return f"'{self.title}'!${self.letters[key]}${TOP + 1 + month}"

    def column(self, key: str, *, since: int = 0) -> str:
        """Address of a column over all months."""
        return f"{self.cell(key, since)}:${self.letters[key]}${TOP + 1 + self.horizon}"


def write_months(
    book: Book, scenario: Scenario, result: Result, world: str, other: Months | None = None
) -> Months:
    """Write the months of one world; the migrating one looks at the GPUs' sheet for dual run and resale."""
    columns = _columns(scenario, result, world)
    sheet = book.sheet(words.MONTHLY[world], (8, *[14] * (len(columns) - 1)))
    sheet.text(0, 0, words.MONTHLY[world], "title")
    note = book.said(words.COSTS_NEGATIVE).replace("{currency}", scenario.currency)
    sheet.text(1, 0, note, "text")
    sheet.texts(TOP - 1, [column.title for column in columns], "head")
    sheet.raw.freeze_panes(TOP, 1)
    letters = {column.key: xl_col_to_name(place) for place, column in enumerate(columns)}
    heads = tuple(column.key for column in columns if column.key in HEADS)
    written = Months(sheet.title, letters, heads, scenario.horizon_months)
    for row in result.monthly:
        known = _names(written, world, row.month, other)
        for place, column in enumerate(columns):
            _cell(sheet, written, column, place, row.month, known)
    return written


def _cell(
    sheet: Sheet, months: Months, column: Column, place: int, month: int, known: Mapping[str, str]
) -> None:
    value = column.values[month]
    if column.live is None:
        sheet.number(TOP + month, place, value, "fixed")
        return
    formula = column.live.at(month, months.horizon).format_map(known)
    sheet.formula(TOP + month, place, formula, value, column.style)


def _names(months: Months, world: str, month: int, other: Months | None) -> dict[str, str]:
    row = TOP + 1 + month
    names = {key: f"${letter}{row}" for key, letter in months.letters.items()}
    names |= {"side": world, "opening": f"${months.letters['purchase']}${TOP + 1}"}
    names["heads"] = ",".join(names[head] for head in months.heads)
    names["so_far"] = f"${months.letters['total']}${TOP + 1}:{names['total']}"
    if other:
        names["other_servers"] = other.cell("servers", month)
        running = [other.cell(head, month) for head in other.heads if head in RUNNING]
        names["other_running"] = f"SUM({','.join(running)})"
    return names


def _columns(scenario: Scenario, result: Result, world: str) -> list[Column]:
    rows = [row.stay if world == "gpu" else row.migrate for row in result.monthly]
    live = heads_of(scenario, world)
    heads = [head for head in HEADS if head in _ALWAYS[world] or any(head in row for row in rows)]
    fleet = _fleet(scenario, result, world, is_live=bool(live))
    money = [
        Column(head, words.HEADS[head], live.get(head), tuple(row.get(head, 0.0) for row in rows))
        for head in heads
    ]
    return [*fleet, *money, *_sums(scenario, result, world)]


def _fleet(scenario: Scenario, result: Result, world: str, *, is_live: bool) -> list[Column]:
    months = tuple(float(row.month) for row in result.monthly)
    servers = tuple(_servers(result, row, world) for row in result.monthly)
    devices = (getattr(result.devices, world),) * len(months)
    sizes = (devices_of(scenario, world), servers_of(scenario, world)) if is_live else (None, None)
    return [
        Column("month", words.MONTH, None, months),
        Column("devices", words.DEVICES, sizes[0], devices, "whole"),
        Column("servers", words.SERVERS, sizes[1], servers, "whole"),
    ]


def _servers(result: Result, row: Row, world: str) -> float | None:
    of_row = row.servers_stay if world == "gpu" else row.servers_migrate
    return of_row if of_row is not None else getattr(result.servers, world)


def _sums(scenario: Scenario, result: Result, world: str) -> list[Column]:
    totals = [(row.stay if world == "gpu" else row.migrate)["total"] for row in result.monthly]
    sums = [row.cumulative_stay if world == "gpu" else row.cumulative_migrate for row in result.monthly]
    discounts = factors(scenario, result)
    present = [times(total, one) for total, one in zip(totals, discounts, strict=True)]
    return [
        Column("total", words.HEADS["total"], Live("SUM({heads})", "SUM({heads})"), tuple(totals), "total"),
        Column("sum", words.CUMULATIVE, Live("SUM({so_far})", "SUM({so_far})"), tuple(sums)),
        Column("factor", words.FACTOR, Live(_FACTOR, _FACTOR), tuple(discounts), "factor"),
        Column("present", words.PRESENT, Live(_PRESENT, _PRESENT), tuple(present)),
    ]


_FACTOR = "(1+wacc_annual)^(-{month}/12)"
_PRESENT = "{total}*{factor}"


def factors(scenario: Scenario, result: Result) -> list[float | None]:
    """What a unit of money in each month is worth in month 0."""
    wacc = scenario.wacc_annual.value
    return [None if wacc is None else float((1 + wacc) ** (-row.month / 12)) for row in result.monthly]


def times(one: float | None, other: float | None) -> float | None:
    """The product, unknown where a factor is."""
    return None if one is None or other is None else one * other
