"""Formulas of a month as the sheets of months write them, of the fleet first; amounts are negative costs.

In a formula, `{month}`, `{servers}` and every head stand for the cell of that column in the same row,
`{all_servers}` and `{purchases}` for the whole column, `{opening_purchase}` for its month 0,
`{servers_before}` for the row above, `{sold}` for the GPU servers of month 0, and `{other_running}`,
`{other_first}` for the running cost on the GPUs' sheet, in the same month and in month 1. `{expenses}` are
the cells of all heads that lower the profit when they are paid, `{purchases_so_far}` the purchases up to the
row, `{all_...}` a whole column and `{..._before}` the row above.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from migration_engine.export.workbook.terms import Terms
from migration_engine.tco.scenario import Discounting, Scenario

_EARLIER = {Discounting.END: "", Discounting.MID: "0.5", Discounting.BEGIN: "1"}


@dataclass(frozen=True, slots=True)
class Live:
    """What a column holds in month 0, in the months that follow, and in the last one."""

    opening: str = "0"
    running: str = "0"
    closing: str = ""

    def at(self, month: int, horizon: int) -> str:
        """The formula of a month."""
        if month == 0:
            return self.opening
        return self.closing if self.closing and month == horizon else self.running


def fleet_of(scenario: Scenario, side: str) -> Mapping[str, Live]:
    """Devices, servers and, where the demand grows, what is bought in each month; servers bought stay."""
    terms = Terms.of(scenario, side)
    devices, servers = terms.devices(), terms.servers()
    if not terms.grows:
        return {"devices": Live(devices, devices), "servers": Live(servers, servers)}
    ahead = f"INDEX({{all_servers}},MIN({{month}}{terms.term('lead_time_months', '+?')},horizon_months)+1)"
    before = ahead.replace("{month}", "({month}-1)")
    return {
        "devices": Live(devices, devices),
        "servers": Live(servers, f"MAX({{servers_before}},{servers})"),
        "bought": Live(ahead, f"{ahead}-{before}"),
    }


def discount_of(scenario: Scenario) -> Live:
    """What money of the month is worth in month 0."""
    earlier = _EARLIER[scenario.discounting]
    months = f"MAX({{month}}-{earlier},0)" if earlier else "{month}"
    return Live(*[f"(1+wacc_annual)^(-{months}/12)"] * 2)
