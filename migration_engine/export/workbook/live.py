"""The formula of each cost head in a month, as the sheets of months write it; amounts are negative costs.

In a formula, `{month}`, `{servers}` and every head stand for the cell of that column in the same row,
`{all_servers}` and `{purchases}` for the whole column, `{opening_purchase}` for its month 0,
`{servers_before}` for the row above, `{sold}` for the GPU servers of month 0, and `{other_running}`,
`{other_first}` for the running cost on the GPUs' sheet, in the same month and in month 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from migration_engine.export.workbook.terms import Terms
from migration_engine.tco.scenario import Discounting, Scenario, TerminalValue

_EARLIER = {Discounting.END: "", Discounting.MID: "0.5", Discounting.BEGIN: "1"}
_BY_TRAFFIC = ("it_power_kw_idle", "it_power_kw_busy", "joules_per_token")


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


def heads_of(scenario: Scenario, world: str) -> Mapping[str, Live]:
    """The formulas of the heads that this scenario moves; a head without one is the engine's values."""
    terms = Terms.of(scenario, world)
    heads = {head: Live(running=f"-{formula}") for head, formula in _running(terms).items()}
    kept = "gpu_kept_share" in terms.used and world == "ascend"
    if not kept:
        heads |= _capital(scenario, terms)
    return heads | _of_moving(terms, kept=kept) if world == "ascend" else heads


def _capital(scenario: Scenario, terms: Terms) -> dict[str, Live]:
    price = f"{terms.side}_server_price"
    later = terms.term("price_decline_annual", "*(1-?)^({month}/12)") + terms.term(
        "price_escalation_share", "*(1+?)"
    )
    bought = "{bought}" if terms.grows else "{servers}"
    opening = f"-{price}*{bought}"
    if terms.side == "gpu":
        # Of owned GPUs only those are paid that lead time asks for before they are needed.
        ahead = f"-{price}*({{bought}}-{{servers}})" if terms.grows else "0"
        opening = f'IF(case="replacement_due",{opening},{ahead})'
    running = f"IF({{bought}}=0,0,-{price}{later}*{{bought}})" if terms.grows else "0"
    capital = {"purchase": Live(opening, running)}
    if scenario.terminal_value is TerminalValue.ZERO:
        return capital | {"residual": Live()}
    if scenario.terminal_value is TerminalValue.BOOK:
        return capital
    kept = "{opening_purchase}" if scenario.terminal_value is TerminalValue.RESALE else "{purchases}"
    left = f"IF({kept}=0,0,-{kept}*{terms.side}_residual_share)"
    return capital | {"residual": Live(closing=left)}


def _running(terms: Terms) -> dict[str, str]:
    """Running cost by head, positive."""
    side, scenario = terms.side, terms.scenario
    powered = not (scenario.gpu if side == "gpu" else scenario.ascend).rack_includes_power
    supported = terms.since("warranty_months")
    heads = {
        "electricity": f"{terms.kwh()}*{terms.tariff()}" if powered else "0",
        "rack": _rack(terms),
        "support": f"{side}_support_annual_share*{side}_server_price*{supported}/12",
        "licence": f"{side}_licence_annual*{_units(terms)}/12",
        "staff": _staff(terms),
    }
    failing = f"?{terms.term('spares_uncovered_share', '*?')}*{side}_server_price*{{servers}}/12"
    rent = f"?*{{servers}}*{side}_devices_per_server*hours_per_month"
    nameplate = f"{{servers}}*{side}_it_power_kw_nameplate*{side}_pue"
    demanded = f"?*MAX({nameplate},{terms.term('contract_kw', '?') or '0'})" if powered else "0"
    optional = {
        "demand_charge": terms.term("demand_charge_per_kw_month", f"IF(?=0,0,{demanded})"),
        "network": terms.term("network_per_month", "?"),
        "spares": terms.term("failure_rate_annual", f"IF(?=0,0,{failing})"),
        "rent": terms.term("rent_per_device_hour", f"IF(?=0,0,{rent})"),
    }
    if "carbon_price_per_t" in terms.used:
        emitted = f"{terms.kwh()}*{terms.own('grid_factor_kg_per_kwh')}/1000*carbon_price_per_t"
        optional["carbon"] = f"IF(carbon_price_per_t=0,0,{emitted})"
    return heads | {head: formula for head, formula in optional.items() if formula}


def _rack(terms: Terms) -> str:
    by_power = f"{{servers}}*{terms.side}_it_power_kw_nameplate*{terms.side}_rack_per_kw_month"
    racks = terms.racks()
    return f"({by_power}{terms.term('rack_per_rack_month', f'+{racks}*?')})" if racks else by_power


def _units(terms: Terms) -> str:
    """What licences are counted by; the cell of the unit decides."""
    unit, paying = f"{terms.side}_licence_unit", terms.since("licence_bundled_months")
    dies = terms.term("dies_per_device", f'*IF({unit}="die",?,1)')
    each = f'IF({unit}="server",1,{terms.side}_devices_per_server{dies})'
    return f'IF({unit}="site",MIN(SIGN({paying}),1),{paying}*{each})'


def _staff(terms: Terms) -> str:
    posts = terms.term("servers_per_fte", "{servers}/?") or f"{terms.side}_fte"
    if terms.has("fte_floor"):
        posts = terms.term("fte_floor", f"MAX({posts},?)")
    posts += terms.term("staff_share", "*?") + terms.term("staff_loading", "*?")
    if terms.has("staff_uplift_share") and terms.has("staff_uplift_months"):
        posts += f"*(1+({{month}}<={terms.side}_staff_uplift_months)*{terms.side}_staff_uplift_share)"
    return f"{posts}*{terms.side}_fte_annual_cost/12"


def _of_moving(terms: Terms, *, kept: bool) -> dict[str, Live]:
    work = "migration_person_days_likely*migration_day_rate*(1+migration_contingency)"
    extra = "+migration_training+migration_other_one_off"
    for key in ("external_support", "test_hardware", "contract_exit"):
        extra += f"+migration_{key}" if f"migration.{key}" in terms.used else ""
    if {"migration.data_gb", "migration.data_per_gb"} <= terms.used:
        extra += "+migration_data_gb*migration_data_per_gb"
    heads = {"one_off": Live(opening=f"-({work}{extra})")}
    if not kept:
        sale = "IF({month}=MAX(gpu_resale_month,dual_run_months),gpu_server_price*{sold}*gpu_resale_share,0)"
        heads["resale"] = Live(*[f'IF(case<>"gpus_owned",0,{sale})'] * 2)
    if "dual_run_shifted_share" in terms.used:
        return heads
    heads["dual_run"] = Live(running="IF({month}<=dual_run_months,{other_running},0)")
    if "rollback_probability" in terms.used:
        months = "rollback_extra_months*{other_first}" if "rollback_extra_months" in terms.used else "0"
        lost = f"-rollback_probability*({work}-{months})"
        heads["rollback"] = Live(
            *[f"IF({{month}}=dual_run_months,IF(rollback_probability=0,0,{lost}),0)"] * 2
        )
    return heads
