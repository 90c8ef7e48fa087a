"""Inputs that change nothing, and what keeps each from it: rent, a flat rate, a finer figure beside it."""

from __future__ import annotations

from migration_engine.tco.keys import listed_in
from migration_engine.tco.scenario import Case, Scenario, Side
from migration_engine.text import Text

_RENTED = Text("Not counted: rent takes the place of the purchase", "不计入：以租代购")
_HOSTED = Text("Not counted: the rent covers power and space", "不计入：租金已含电力与机房")
_FLAT = Text("Not counted: the rack rate includes power", "不计入：机柜费已含电费")
_OWNED_ONLY = Text("Counts only for GPUs that are owned", "仅在 GPU 为自有时计入")
_NOT_BOUGHT = Text("Not counted: the GPUs are owned, and none is bought", "不计入：GPU 为自有，无新购")
_KEPT = Text("Not counted: Ascend servers are kept until the horizon", "不计入：昇腾服务器保留至期末")
_BY_SERVERS = Text("Not counted: staff follows the number of servers", "不计入：人力按服务器台数计算")
_BY_LOAD = Text("Not counted: a finer figure for the power stands beside it", "不计入：已有更细的功率数据")

_OWNERS = listed_in(
    "server_price residual_share support_annual_share warranty_months price_decline_annual lead_time_months "
    "price_escalation_share failure_rate_annual spares_uncovered_share"
)
_POWER = listed_in(
    "tariff_per_kwh tariff_peak_per_kwh tariff_peak_share tariff_valley_per_kwh tariff_valley_share "
    "tariff_subsidy_per_kwh tariff_subsidy_until_month levy_per_kwh demand_charge_per_kw_month "
    "contract_kw"
)
_SPACE = listed_in(
    "rack_per_kw_month rack_per_rack_month rack_units_per_server rack_usable_units rack_kw rack_derate "
    "it_power_kw_nameplate"
)


def idle_because(scenario: Scenario, path: str) -> Text | None:
    """Why the input at a key path changes no amount of this scenario; None where it may."""
    top, _, rest = path.partition(".")
    if top != "sides":
        return None
    name, _, key = rest.partition(".")
    found = _by_case(scenario, name, key)
    return found or _by_side(scenario.gpu if name == "gpu" else scenario.ascend, key)


def _by_case(scenario: Scenario, name: str, key: str) -> Text | None:
    owned = scenario.case is Case.GPUS_OWNED
    if key in ("resale_share", "resale_month"):
        return _KEPT if name == "ascend" else None if owned else _OWNED_ONLY
    grows = scenario.demand.growth_annual.highest != 0
    return _NOT_BOUGHT if owned and not grows and (name, key) == ("gpu", "residual_share") else None


def _by_side(side: Side, key: str) -> Text | None:
    reasons = (
        (side.is_rented, _OWNERS, _RENTED),
        (side.is_hosted, (*_POWER, *_SPACE), _HOSTED),
        (side.rack_includes_power, _POWER, _FLAT),
        (side.servers_per_fte is not None, ("fte",), _BY_SERVERS),
        (_has_finer_power(side), ("it_power_kw_average",), _BY_LOAD),
    )
    return next((why for holds, keys, why in reasons if holds and key in keys), None)


def _has_finer_power(side: Side) -> bool:
    return side.joules_per_token is not None or side.it_power_kw_busy is not None
