"""The sheets of months: one for each world, a row a month, a column a cost head."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from xlsxwriter.utility import xl_col_to_name

from migration_engine.export.workbook import words
from migration_engine.export.workbook.book import Book, Sheet
from migration_engine.export.workbook.heads import heads_of
from migration_engine.export.workbook.live import Live, discount_of, fleet_of
from migration_engine.export.workbook.terms import Terms
from migration_engine.export.workbook.written import is_written_down, write_down_of
from migration_engine.tco.capital import kept_share
from migration_engine.tco.cashflow import NO_EXPENSE, worlds_of
from migration_engine.tco.heads import HEADS, RUNNING
from migration_engine.tco.months import known
from migration_engine.tco.numbers import Numbers
from migration_engine.tco.result import Result
from migration_engine.tco.scenario import Scenario
from migration_engine.text import Text

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
    frozen: bool

    def cell(self, key: str, month: int) -> str:
        """Address of a column in a month."""
        return f"'{self.title}'!${self.letters[key]}${TOP + 1 + month}"

    def span(self, key: str) -> str:
        """Address of a column over all months, for formulas on the same sheet."""
        letter = self.letters[key]
        return f"${letter}${TOP + 1}:${letter}${TOP + 1 + self.horizon}"

    def running(self, month: int) -> str:
        """The running cost of a month, negative."""
        return f"SUM({','.join(self.cell(head, month) for head in self.heads if head in RUNNING)})"

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
    frozen = any(column.live is None for column in columns if column.key in HEADS)
    written = Months(sheet.title, letters, heads, scenario.horizon_months, frozen)
    for row in result.monthly:
        names = _names(written, world, row.month, other)
        for place, column in enumerate(columns):
            _cell(sheet, written, column, place, row.month, names)
    return written


def _cell(
    sheet: Sheet, months: Months, column: Column, place: int, month: int, names: Mapping[str, str]
) -> None:
    value = column.values[month]
    if column.live is None:
        sheet.number(TOP + month, place, value, "fixed")
        return
    formula = column.live.at(month, months.horizon).format_map(names)
    sheet.formula(TOP + month, place, formula, value, column.style)


def _names(months: Months, world: str, month: int, other: Months | None) -> dict[str, str]:
    row = TOP + 1 + month
    names = {key: f"${letter}{row}" for key, letter in months.letters.items()}
    names["all_servers"] = months.span("servers")
    names["servers_before"] = f"${months.letters['servers']}{row - 1}"
    for key in ("purchase", "to_write_down", "written_down"):
        if key in months.letters:
            names[f"all_{key}"] = months.span(key)
    names["purchases"] = f"SUM({months.span('purchase')})"
    names["purchases_so_far"] = f"${months.letters['purchase']}${TOP + 1}:{names['purchase']}"
    names["expenses"] = ",".join(names[head] for head in months.heads if head not in (*NO_EXPENSE, "tax"))
    if "to_write_down" in months.letters:
        names["to_write_down_before"] = f"${months.letters['to_write_down']}{row - 1}"
    names["opening_purchase"] = f"${months.letters['purchase']}${TOP + 1}"
    names["heads"] = ",".join(names[head] for head in months.heads)
    names["so_far"] = f"${months.letters['total']}${TOP + 1}:{names['total']}"
    if other:
        names["sold"] = other.cell("servers", 0)
        names["other_running"], names["other_first"] = other.running(month), other.running(1)
    return names


def _columns(scenario: Scenario, result: Result, world: str) -> list[Column]:
    rows = [row.stay if world == "gpu" else row.migrate for row in result.monthly]
    live = heads_of(scenario, world)
    # What a changed input may set moving has its column even where nothing moves yet.
    heads = [head for head in HEADS if head in live or any(head in row for row in rows)]
    money = [
        Column(head, words.HEADS[head], live.get(head), tuple(row.get(head, 0.0) for row in rows))
        for head in heads
    ]
    written = _written(scenario, world)
    return [*_fleet(scenario, world), *money, *written, *_sums(scenario, result, world)]


def _written(scenario: Scenario, world: str) -> list[Column]:
    """The columns that tax and book value rest on."""
    terms = Terms.of(scenario, world)
    if not is_written_down(terms):
        return []
    numbers = Numbers(scenario)
    worlds = worlds_of(numbers)
    found = (worlds.stay if world == "gpu" else worlds.migrate).capital
    left = np.cumsum(found.spent * (1 - kept_share(numbers.side(world))), axis=1)
    amounts = {"to_write_down": left, "written_down": found.written_down}
    return [
        Column(key, _WRITTEN[key], live, tuple(map(known, amounts[key][0].tolist())))
        for key, live in write_down_of(terms).items()
    ]


_WRITTEN = {"to_write_down": words.TO_WRITE_DOWN, "written_down": words.WRITTEN_DOWN}


def _fleet(scenario: Scenario, world: str) -> list[Column]:
    worlds = worlds_of(Numbers(scenario))
    fleet = (worlds.stay if world == "gpu" else worlds.migrate).fleet
    counts = {"devices": fleet.devices, "servers": fleet.servers, "bought": fleet.bought}
    months = tuple(float(month) for month in range(scenario.horizon_months + 1))
    found = [Column("month", words.MONTH, None, months)]
    for key, live in fleet_of(scenario, world).items():
        values = np.broadcast_to(counts[key], (1, len(months)))[0].tolist()
        found.append(Column(key, _FLEET[key], live, tuple(map(known, values)), "whole"))
    if world == "ascend" and worlds.migrate.kept:
        kept = worlds.migrate.kept.servers[0].tolist()
        found.append(Column("servers_kept", words.SERVERS_KEPT, None, tuple(map(known, kept)), "whole"))
    return found


_FLEET = {"devices": words.DEVICES, "servers": words.SERVERS, "bought": words.BOUGHT}


def _sums(scenario: Scenario, result: Result, world: str) -> list[Column]:
    totals = [(row.stay if world == "gpu" else row.migrate)["total"] for row in result.monthly]
    sums = [row.cumulative_stay if world == "gpu" else row.cumulative_migrate for row in result.monthly]
    factors = [row.discount_factor for row in result.monthly]
    present = [times(total, one) for total, one in zip(totals, factors, strict=True)]
    return [
        Column("total", words.HEADS["total"], Live("SUM({heads})", "SUM({heads})"), tuple(totals), "total"),
        Column("sum", words.CUMULATIVE, Live("SUM({so_far})", "SUM({so_far})"), tuple(sums)),
        Column("factor", words.FACTOR, discount_of(scenario), tuple(factors), "factor"),
        Column("present", words.PRESENT, Live(_PRESENT, _PRESENT), tuple(present)),
    ]


_PRESENT = "{total}*{factor}"


def times(one: float | None, other: float | None) -> float | None:
    """The product, unknown where a factor is."""
    return None if one is None or other is None else one * other
