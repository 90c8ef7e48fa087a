"""From a scenario to its figures. Unknown inputs travel as NaN in here and leave as None."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import accumulate
from math import isnan

from migration_engine.tco.breakeven import breakeven_of
from migration_engine.tco.cashflow import Month, migrating, present_value, staying
from migration_engine.tco.decision import irr_annual, payback_month
from migration_engine.tco.opex import HOURS_PER_MONTH, Opex, kwh_per_month, opex_of
from migration_engine.tco.result import Result, Row, Sides
from migration_engine.tco.scenario import Case, Scenario, Side
from migration_engine.tco.sizing import Size, size_of


def evaluate(scenario: Scenario) -> Result:
    """Every figure of the scenario; where an input is unknown, so is all that needs it."""
    gpu, ascend = size_of(scenario, scenario.gpu), size_of(scenario, scenario.ascend)
    stay = staying(scenario, gpu.servers)
    migrate = migrating(scenario, gpu.servers, ascend.servers)
    rate = scenario.wacc_annual.number
    npv_stay, npv_migrate = present_value(stay, rate), present_value(migrate, rate)
    difference = [there.total - here.total for here, there in zip(stay, migrate, strict=True)]
    return Result(
        currency=scenario.currency,
        npv_stay=_known(npv_stay),
        npv_migrate=_known(npv_migrate),
        npv_difference=_known(npv_migrate - npv_stay),
        undiscounted_difference=_known(sum(difference)),
        payback_month=payback_month(difference),
        irr=irr_annual(difference),
        servers=_whole(gpu.servers, ascend.servers),
        devices=_whole(gpu.devices, ascend.devices),
        monthly_opex=_monthly_opex(scenario, gpu, ascend),
        cost_per_million_tokens=_unit_costs(scenario, gpu, ascend),
        breakeven_throughput_ratio=breakeven_of(scenario, gpu, ascend, npv_stay),
        co2_t_per_year=_emissions(scenario, gpu, ascend),
        monthly=_rows(stay, migrate, difference),
        unknown=_unknown(scenario),
    )


def _known(number: float) -> float | None:
    return None if isnan(number) else number


def _sides(gpu: float, ascend: float) -> Sides:
    return Sides(_known(gpu), _known(ascend))


def _whole(gpu: float, ascend: float) -> Sides:
    return Sides(*(None if isnan(number) else int(number) for number in (gpu, ascend)))


def _monthly_opex(scenario: Scenario, gpu: Size, ascend: Size) -> dict[str, dict[str, float | None]]:
    return {
        "gpu": _opex_lines(opex_of(scenario.gpu, gpu.servers)),
        "ascend": _opex_lines(opex_of(scenario.ascend, ascend.servers)),
    }


def _opex_lines(opex: Opex) -> dict[str, float | None]:
    return {head: _known(amount) for head, amount in {**asdict(opex), "total": opex.total}.items()}


def _unit_costs(scenario: Scenario, gpu: Size, ascend: Size) -> Sides:
    owned = scenario.case is Case.GPUS_OWNED
    return _sides(
        _unit_cost(scenario, scenario.gpu, gpu.servers, bought=not owned),
        _unit_cost(scenario, scenario.ascend, ascend.servers, bought=True),
    )


def _unit_cost(scenario: Scenario, side: Side, servers: float, *, bought: bool) -> float:
    """Accounting view: straight-line write-down plus running cost, per million tokens served."""
    tokens = scenario.demand.mean_tokens_per_s.number * 3600 * HOURS_PER_MONTH
    if tokens < 1:  # no traffic to speak of: a price per token has no meaning
        return float("nan")
    lost = servers * side.server_price.number * (1 - side.residual_share.number) if bought else 0.0
    monthly = opex_of(side, servers).total + lost / scenario.horizon_months
    return monthly / tokens * 1e6


def _emissions(scenario: Scenario, gpu: Size, ascend: Size) -> Sides:
    per_kwh = scenario.grid_factor_kg_per_kwh.number * 12 / 1000
    return _sides(
        kwh_per_month(scenario.gpu, gpu.servers) * per_kwh,
        kwh_per_month(scenario.ascend, ascend.servers) * per_kwh,
    )


def _rows(stay: Sequence[Month], migrate: Sequence[Month], difference: Sequence[float]) -> tuple[Row, ...]:
    sums = [
        accumulate(month.total for month in stay),
        accumulate(month.total for month in migrate),
        accumulate(difference),
    ]
    return tuple(
        Row(here.month, _heads(here), _heads(there), _known(gap), *_sums(running))
        for here, there, gap, running in zip(stay, migrate, difference, zip(*sums, strict=True), strict=True)
    )


def _sums(running: tuple[float, float, float]) -> tuple[float | None, float | None, float | None]:
    stay, migrate, difference = map(_known, running)
    return stay, migrate, difference


def _heads(month: Month) -> Mapping[str, float | None]:
    return {head: _known(amount) for head, amount in {**month.heads, "total": month.total}.items()}


def _unknown(scenario: Scenario) -> tuple[str, ...]:
    missing = (path for path, figure in scenario.figures() if figure.value is None)
    return tuple(path for path in missing if _used(scenario, path))


def _used(scenario: Scenario, path: str) -> bool:
    """Whether any answer of this case needs the input."""
    owned = scenario.case is Case.GPUS_OWNED
    if path.startswith("migration.person_days."):
        return path.endswith(".likely")
    if path.startswith("sides.ascend.resale_"):
        return False
    if path.startswith("sides.gpu.resale_"):
        return owned
    return not (owned and path == "sides.gpu.residual_share")
