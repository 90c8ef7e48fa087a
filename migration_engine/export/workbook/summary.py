"""The first sheet: the verdict in words, the figures that decide, the fleet and what it costs to run."""

from __future__ import annotations

from xlsxwriter.utility import xl_rowcol_to_cell

from migration_engine.export.workbook import words
from migration_engine.export.workbook.book import Book, Sheet, Value
from migration_engine.export.workbook.delta import Delta
from migration_engine.export.workbook.inputs import CHANGED
from migration_engine.export.workbook.monthly import Months
from migration_engine.tco.breakeven import Breakeven
from migration_engine.tco.fleet_words import servers_in_words
from migration_engine.tco.flips import Pays
from migration_engine.tco.heads import RUNNING
from migration_engine.tco.result import VERSION, Result
from migration_engine.tco.scenario import Scenario
from migration_engine.tco.shown import at_least
from migration_engine.text import Text

_NOTE_WIDTH = 80


def add_summary(book: Book) -> Sheet:
    """Add the sheet, so that it comes first; it is written when the others are there."""
    return book.sheet(words.SUMMARY, (52, 22, 22))


def write_summary(
    sheet: Sheet,
    scenario: Scenario,
    result: Result,
    sheets: tuple[Months, Months, Delta],
    chance: Text | None = None,
) -> None:
    """Write verdict, key figures, fleet and running cost; `chance` is what the simulation says in words."""
    gpu, ascend, delta = sheets
    book = sheet.book
    sheet.text(0, 0, book.said(words.TITLE).format(months=scenario.horizon_months), "title")
    said = _verdict_parts(book, scenario)
    sheet.raw.merge_range(1, 0, 1, 2, "", book.styles["verdict"])
    frozen = gpu.frozen or ascend.frozen
    words_of = _held(_verdict_formula(said), book.said(words.NOT_RECALCULATED), frozen=frozen)
    sheet.formula(1, 0, words_of, _verdict(said, scenario, result), "verdict", "verdict")
    sheet.raw.set_row(1, 40)
    made_by = book.said(words.MADE_BY).format(version=VERSION, currency=result.currency)
    sheet.text(2, 0, made_by, "muted")
    if frozen:
        warning = words.FROZEN_UNKNOWN if result.npv_difference is None else words.FROZEN
        sheet.raw.merge_range(3, 0, 3, 2, book.said(warning), book.styles["warning"])
        sheet.raw.set_row(3, 32)
    row = _decision(sheet, 5, result, gpu, ascend, delta)
    row = _fleet(sheet, row + 1, result, gpu, ascend)
    row = _running(sheet, row + 1, result, gpu, ascend)
    _others(sheet, row + 1, result, chance)


def write_note(sheet: Sheet, note: str) -> None:
    """Say above the figures what they are of."""
    if note:
        sheet.raw.merge_range(4, 0, 4, 2, "", sheet.book.styles["warning"])
        sheet.raw.write_string(4, 0, note, sheet.book.styles["warning"])
        sheet.raw.set_row(4, 16 * (1 + len(note) // _NOTE_WIDTH))


def _decision(sheet: Sheet, row: int, result: Result, gpu: Months, ascend: Months, delta: Delta) -> int:
    sheet.text(row, 0, words.VERDICT, "section")
    none, undefined = sheet.book.said(words.NONE), sheet.book.said(words.NOT_DEFINED)
    known = result.npv_difference is not None
    payback, discounted = (
        f'IF({delta.last(total)}<0,"{none}",MAX({delta.column(behind)}))'
        for total, behind in (("sum", "behind"), ("present_sum", "present_behind"))
    )
    rate = f'IF(ISNUMBER(npv_difference),IFERROR({_rate(delta)},"{undefined}"),NA())'
    lines: list[tuple[Text, str, Value, str, str]] = [
        (words.NPV_STAY, f"SUM({gpu.column('present')})", result.npv_stay, "money", "npv_stay"),
        (words.NPV_MIGRATE, f"SUM({ascend.column('present')})", result.npv_migrate, "money", "npv_migrate"),
        (words.NPV_DIFFERENCE, "npv_migrate-npv_stay", result.npv_difference, "money", "npv_difference"),
        (
            words.UNDISCOUNTED, f"SUM({delta.column('difference')})", result.undiscounted_difference, "money",
            "undiscounted_difference",
        ),
        (words.PAYBACK, payback, _or(result.payback_month, none, known), "whole", "payback_month"),
        (
            words.DISCOUNTED_PAYBACK, discounted, _or(result.discounted_payback_month, none, known), "whole",
            "discounted_payback_month",
        ),
        (words.IRR, rate, _or(result.irr, undefined, known), "share", "irr"),
    ]  # fmt: skip
    for line, (title, formula, value, style, name) in enumerate(lines, row + 1):
        sheet.text(line, 0, title)
        held = _held(formula, sheet.book.said(words.NOT_HERE), frozen=gpu.frozen or ascend.frozen)
        sheet.formula(line, 1, held, value, style, name)
    return row + 1 + len(lines)


def _held(formula: str, instead: str, *, frozen: bool) -> str:
    """Where values stand in for formulas, an answer to inputs that were changed would be a wrong one."""
    return f'IF({CHANGED}=0,{formula},"{instead}")' if frozen else formula


def _rate(delta: Delta) -> str:
    """The yearly rate where outlays come before gains, if it lies where the engine looks for it."""
    monthly = f"IRR({delta.column('difference')},0.01)"
    within = f"AND(SUM({delta.column('change')})=1,{delta.last('sign')}=1,{monthly}>=-0.75,{monthly}<=3)"
    return f"IF({within},(1+{monthly})^12-1,NA())"


def _or(figure: float | None, word: str, known: bool) -> Value:
    """The figure, the word where it does not exist, or nothing where it is unknown."""
    if not known:
        return None
    return word if figure is None else figure


def _fleet(sheet: Sheet, row: int, result: Result, gpu: Months, ascend: Months) -> int:
    sheet.texts(row, [words.FLEET, words.GPU, words.ASCEND], "head")
    for line, (key, title) in enumerate(
        (("devices", words.DEVICES), ("servers", words.SERVERS_AT_FIRST)), row + 1
    ):
        sheet.text(line, 0, title)
        for column, (side, months) in enumerate((("gpu", gpu), ("ascend", ascend)), 1):
            value = getattr(getattr(result, key), side)
            sheet.formula(line, column, months.cell(key, 0), value, "whole", f"{side}_{key}")
    sheet.text(row + 3, 0, words.SERVERS_AT_END)
    last = result.monthly[-1]
    for column, (months, count) in enumerate(((gpu, last.servers_stay), (ascend, last.servers_migrate)), 1):
        sheet.formula(row + 3, column, months.cell("servers", months.horizon), count, "whole")
    if not result.gpus_kept:
        return row + 4
    sheet.text(row + 4, 0, words.SERVERS_KEPT)
    sheet.formula(row + 4, 2, ascend.cell("servers_kept", 0), result.gpus_kept.servers, "whole")
    return row + 5


def _running(sheet: Sheet, row: int, result: Result, gpu: Months, ascend: Months) -> int:
    sheet.texts(row, [words.RUNNING, words.GPU, words.ASCEND], "head")
    heads = [head for head in RUNNING if head in gpu.heads or head in ascend.heads]
    for line, head in enumerate(heads, row + 1):
        sheet.text(line, 0, words.HEADS[head])
        for column, (side, months) in enumerate((("gpu", gpu), ("ascend", ascend)), 1):
            mean = result.monthly_opex[side].get(head, 0.0)
            if "gpu_kept" in months.heads:  # whose running cost is in the mean, but not in these columns
                sheet.number(line, column, mean, "fixed")
            elif head in months.heads:
                sheet.formula(line, column, f"-AVERAGE({months.column(head, since=1)})", mean, "money")
    last = row + 1 + len(heads)
    sheet.text(last, 0, words.HEADS["total"])
    for column, side in enumerate(("gpu", "ascend"), 1):
        cells = f"{xl_rowcol_to_cell(row + 1, column)}:{xl_rowcol_to_cell(last - 1, column)}"
        sheet.formula(last, column, f"SUM({cells})", result.monthly_opex[side]["total"], "total")
    return last + 1


def _others(sheet: Sheet, row: int, result: Result, chance: Text | None) -> None:
    sheet.texts(row, [words.OTHER, words.GPU, words.ASCEND], "head")
    if chance:
        row += 1
        sheet.text(row, 0, words.SIMULATION)
        sheet.text(row, 1, chance)
    sides = ((words.UNIT_COST, result.cost_per_million_tokens), (words.CO2, result.co2_t_per_year))
    for line, (title, pair) in enumerate(sides, row + 1):
        sheet.text(line, 0, title)
        sheet.number(line, 1, pair.gpu, "exact")
        sheet.number(line, 2, pair.ascend, "exact")
    sheet.text(row + 3, 0, words.CO2_DUAL_RUN)
    sheet.number(row + 3, 2, result.co2_dual_run_t, "exact")
    _ratios(sheet, row + 4, result.breakeven_throughput_ratio)


def _ratios(sheet: Sheet, row: int, found: Breakeven) -> None:
    """Both break-even ratios; where there is none, whether it never or always pays."""
    words_of = {Pays.NEVER: words.NO_RATIO, Pays.ALWAYS: words.ANY_RATIO}
    whole = found.threshold.ratio_from if found.threshold else None
    # Cut servers may pay where whole ones never do, and the other way round.
    cut = found.fractional_pays
    lines = ((words.BREAK_EVEN, found.fractional, cut), (words.BREAK_EVEN_WHOLE, whole, found.pays))
    for line, (title, ratio, pays) in enumerate(lines, row):
        sheet.text(line, 0, title)
        if pays in words_of:
            sheet.text(line, 1, words_of[pays])
        else:
            sheet.number(line, 1, None if ratio is None else at_least(ratio, 6), "factor")
    if found.threshold:
        sheet.text(row + 1, 2, servers_in_words(found.threshold.servers, found.threshold.rises))


def _verdict_parts(book: Book, scenario: Scenario) -> dict[str, str]:
    over = book.said(words.OVER).format(months=scenario.horizon_months)
    return {
        "saves": book.said(words.SAVES),
        "costs": book.said(words.COSTS),
        "same": book.said(words.SAME),
        "over": over,
        "rate": book.said(words.RATE),
        "none": book.said(words.NO_VERDICT),
    }


def _verdict_formula(said: dict[str, str]) -> str:
    amount = 'TEXT(ABS(npv_difference),"#,##0")&" "&currency'
    gain = f'"{said["saves"]}"&{amount}'
    loss = f'"{said["costs"]}"&{amount}'
    which = f'IF(ABS(npv_difference)<1,"{said["same"]}",IF(npv_difference>0,{gain},{loss}))'
    whole = f'{which}&"{said["over"]}"&TEXT(wacc_annual,"0.0%")&"{said["rate"]}"'
    return f'IF(ISNUMBER(npv_difference),{whole},"{said["none"]}")'


def _verdict(said: dict[str, str], scenario: Scenario, result: Result) -> str:
    """The same in Python, for what shows a workbook without calculating."""
    difference = result.npv_difference
    if difference is None:
        return said["none"]
    amount = f"{abs(difference):,.0f} {result.currency}"
    gain, loss = f"{said['saves']}{amount}", f"{said['costs']}{amount}"
    which = said["same"] if abs(difference) < 1 else gain if difference > 0 else loss
    return f"{which}{said['over']}{scenario.wacc_annual.number:.1%}{said['rate']}"
