"""The formula of each cost head in a month, as the sheets of months write it; amounts are negative costs.

In a formula, `{month}`, `{servers}` and every head stand for the cell of that column in the same row,
`{side}` for the prefix of the side's names, `{opening}` for the purchase of month 0, `{other_servers}` and
`{other_running}` for servers and running cost on the GPUs' sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from migration_engine.tco.listed import options_in_use
from migration_engine.tco.scenario import Discounting, Scenario, TerminalValue

# A hair below, so that 12.000000000000002 devices are 12, as in the engine.
_UP = "ROUNDUP(({0})*(1-1E-12),0)"


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


def devices_of(scenario: Scenario, side: str) -> Live:
    """Devices that the peak needs, under the headroom."""
    peak = "demand_peak_tokens_per_s/({side}_tokens_per_s_per_device*(1-headroom))"
    return Live(*[_UP.format(peak)] * 2)


def servers_of(scenario: Scenario, side: str) -> Live:
    """Whole servers for the devices, and the spare ones."""
    whole = _UP.format("{devices}/{side}_devices_per_server")
    return Live(*[f"{whole}+redundancy_servers"] * 2)


def heads_of(scenario: Scenario, world: str) -> Mapping[str, Live]:
    """The formulas of the heads that are live in this scenario; the others are the engine's values."""
    if is_frozen(scenario):
        return {}
    running = {head: Live(running=formula) for head, formula in _RUNNING.items()}
    return running | (_STAY if world == "gpu" else _MIGRATE)


def is_frozen(scenario: Scenario) -> bool:
    """Whether the scenario uses an option that no formula knows: its months are values then."""
    if scenario.discounting is not Discounting.END or scenario.terminal_value is not TerminalValue.RESALE:
        return True
    return bool(
        options_in_use(scenario) or scenario.gpu.rack_includes_power or scenario.ascend.rack_includes_power
    )


_UNITS = (
    'IF({side}_licence_unit="site",1,{servers}*IF({side}_licence_unit="server",1,{side}_devices_per_server))'
)
_RUNNING = {
    "electricity": "-{servers}*{side}_it_power_kw_average*{side}_pue*hours_per_month*{side}_tariff_per_kwh",
    "rack": "-{servers}*{side}_it_power_kw_nameplate*{side}_rack_per_kw_month",
    "support": "-{side}_support_annual_share*{side}_server_price*{servers}/12",
    "licence": f"-{{side}}_licence_annual*{_UNITS}/12",
    "staff": "-{side}_fte*{side}_fte_annual_cost/12",
}
_PURCHASE = "-{side}_server_price*{servers}"
_RESIDUAL = "IF({opening}=0,0,-{opening}*{side}_residual_share)"
_STAY = {
    "purchase": Live(opening=f'IF(case="replacement_due",{_PURCHASE},0)'),
    "residual": Live(closing=_RESIDUAL),
}
_SALE = "IF({month}=gpu_resale_month,gpu_server_price*{other_servers}*gpu_resale_share,0)"
_RESALE = f'IF(case<>"gpus_owned",0,{_SALE})'
_WORK = "migration_person_days_likely*migration_day_rate*(1+migration_contingency)"
_MIGRATE = {
    "purchase": Live(opening=_PURCHASE),
    "one_off": Live(opening=f"-({_WORK}+migration_training+migration_other_one_off)"),
    "dual_run": Live(running="IF({month}<=dual_run_months,{other_running},0)"),
    "resale": Live(opening=_RESALE, running=_RESALE),
    "residual": Live(closing=_RESIDUAL),
}
