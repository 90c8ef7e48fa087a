"""Write-down and tax as formulas: what hardware loses by month, and what the difference to cash does."""

from __future__ import annotations

from collections.abc import Mapping

from migration_engine.export.workbook.live import Live
from migration_engine.export.workbook.terms import Terms
from migration_engine.tco.scenario import TerminalValue

BOOK = "0-SUM({all_purchase})-SUM({all_written_down})"
"""What is not written down at the horizon."""


def is_written_down(terms: Terms) -> bool:
    """Whether a formula needs the write-down; GPUs that stay for good have none in the workbook."""
    needed = "tax_rate" in terms.used or terms.scenario.terminal_value is TerminalValue.BOOK
    return needed and not ("gpu_kept_share" in terms.used and terms.side == "ascend")


def write_down_of(terms: Terms) -> Mapping[str, Live]:
    """What is to be written down of all purchases so far, and the straight line of the month."""
    share = f"{terms.side}_residual_share"
    kept = {
        TerminalValue.ZERO: "",
        TerminalValue.RESALE: f"+{{opening_purchase}}*{share}",
    }.get(terms.scenario.terminal_value, f"+SUM({{purchases_so_far}})*{share}")
    life = "depreciation_months" if "depreciation_months" in terms.used else "horizon_months"
    done = f"IF({{month}}-{life}>=1,INDEX({{all_to_write_down}},{{month}}-{life}),0)"
    return {
        "to_write_down": Live(*[f"0-SUM({{purchases_so_far}}){kept}"] * 2),
        "written_down": Live(running=f"({{to_write_down_before}}-{done})/{life}"),
    }


def tax_of(terms: Terms) -> Mapping[str, Live]:
    """The tax, where there is a rate: on expenses, write-down and what is sold above its book value."""
    if "tax_rate" not in terms.used or not is_written_down(terms):
        return {}
    resale = "+{resale}" if terms.side == "ascend" else ""
    profit = f"SUM({{expenses}})-{{written_down}}{resale}"
    gain = f"+{{residual}}-({BOOK})"
    tax = f"0-tax_rate*({profit})"
    return {"tax": Live(tax, tax, f"0-tax_rate*({profit}{gain})")}
