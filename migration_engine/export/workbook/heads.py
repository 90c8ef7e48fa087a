"""The formula of each cost head in a month; `live` says what stands in braces."""

from __future__ import annotations

from collections.abc import Mapping

from migration_engine.export.workbook.live import Live
from migration_engine.export.workbook.terms import Terms
from migration_engine.export.workbook.written import BOOK, tax_of
from migration_engine.tco.scenario import Scenario, TerminalValue


def heads_of(scenario: Scenario, world: str) -> Mapping[str, Live]:
    """The formulas of the heads that this scenario moves; a head without one is the engine's values."""
    terms = Terms.of(scenario, world)
    heads = {head: Live(running=f"-{formula}") for head, formula in _running(terms).items()}
    kept = "gpu_kept_share" in terms.used and world == "ascend"
    if not kept:
        heads |= _capital(scenario, terms)
    heads |= tax_of(terms)
    return heads | _of_moving(terms, kept=kept) if world == "ascend" else heads


def _capital(scenario: Scenario, terms: Terms) -> dict[str, Live]:
    price = f"{terms.side}_server_price"
    later = terms.term("price_decline_annual", "*(1-?)^({month}/12)") + terms.term(
        "price_escalation_share", "*(1+?)"
    )
    bought = "{bought}" if terms.grows else "{servers}"
    opening = terms.owned(f"-{price}*{bought}")
    if terms.side == "gpu":
        # Of owned GPUs only those are paid that lead time asks for before they are needed.
        ahead = terms.owned(f"-{price}*({{bought}}-{{servers}})" if terms.grows else "0", "NA()")
        opening = f'IF(case="replacement_due",{opening},{ahead})'
    running = terms.owned(f"IF({{bought}}=0,0,-{price}{later}*{{bought}})") if terms.grows else "0"
    capital = {"purchase": Live(opening, running)}
    if scenario.terminal_value is TerminalValue.ZERO:
        return capital | {"residual": Live()}
    if scenario.terminal_value is TerminalValue.BOOK:
        return capital | {"residual": Live(closing=BOOK)}
    kept = "{opening_purchase}" if scenario.terminal_value is TerminalValue.RESALE else "{purchases}"
    left = f"IF({kept}=0,0,-{kept}*{terms.side}_residual_share)"
    return capital | {"residual": Live(closing=left)}


def _running(terms: Terms) -> dict[str, str]:
    """Running cost by head, positive."""
    side, scenario = terms.side, terms.scenario
    powered = not (scenario.gpu if side == "gpu" else scenario.ascend).rack_includes_power
    supported = terms.since("warranty_months")
    heads = {
        "electricity": terms.hosted(f"{terms.kwh()}*{terms.tariff()}") if powered else "0",
        "rack": terms.hosted(_rack(terms)),
        "support": terms.owned(f"{side}_support_annual_share*{side}_server_price*{supported}/12"),
        "licence": f"{side}_licence_annual*{_units(terms)}/12",
        "staff": _staff(terms),
    }
    failing = f"?{terms.term('spares_uncovered_share', '*?')}*{side}_server_price*{{servers}}/12"
    rent = f"?*{{servers}}*{side}_devices_per_server*hours_per_month"
    nameplate = f"{{servers}}*{side}_it_power_kw_nameplate*{side}_pue"
    demanded = f"?*MAX({nameplate},{terms.term('contract_kw', '?') or '0'})" if powered else "0"
    optional = {
        "demand_charge": terms.term("demand_charge_per_kw_month", terms.hosted(f"IF(?=0,0,{demanded})")),
        "network": terms.term("network_per_month", "?"),
        "spares": terms.term("failure_rate_annual", terms.owned(f"IF(?=0,0,{failing})")),
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
    posts = terms.term("servers_per_fte", "{servers}/?") or f"{terms.side}_fte{terms.share}"
    if terms.has("fte_floor"):
        posts = terms.term("fte_floor", f"MAX({posts},?{terms.share})")
    if terms.share and "gpu_kept_staff_uplift_share" in terms.used:
        posts += "*(1+SIGN(gpu_kept_share)*gpu_kept_staff_uplift_share)"
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
