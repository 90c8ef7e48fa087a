"""From a scenario to its figures. Unknown inputs travel as NaN in here and leave as None."""

from __future__ import annotations

from migration_engine.tco.breakeven import breakeven_of
from migration_engine.tco.cashflow import worlds_of
from migration_engine.tco.decision import crossings, irr_annual, payback_month
from migration_engine.tco.discount import factors, present_value
from migration_engine.tco.months import bars_of, known, rows_of
from migration_engine.tco.numbers import Numbers
from migration_engine.tco.result import Result
from migration_engine.tco.scenario import Scenario
from migration_engine.tco.sides import kept_of, mean_month, sides_of
from migration_engine.tco.unknown import unknown_of


def evaluate(scenario: Scenario) -> Result:
    """Every figure of the scenario; where an input is unknown, so is all that needs it."""
    numbers = Numbers(scenario)
    worlds = worlds_of(numbers)
    stay, migrate = (float(present_value(one.total, numbers)[0]) for one in (worlds.stay, worlds.migrate))
    difference = (worlds.migrate.total - worlds.stay.total)[0]
    flow: list[float] = difference.tolist()
    discounted: list[float] = (difference * factors(numbers)[0]).tolist()
    return Result(
        currency=scenario.currency,
        npv_stay=known(stay),
        npv_migrate=known(migrate),
        npv_difference=known(migrate - stay),
        undiscounted_difference=known(float(difference.sum())),
        payback_month=payback_month(flow),
        discounted_payback_month=payback_month(discounted),
        crossings=crossings(flow),
        irr=irr_annual(flow),
        breakeven_throughput_ratio=breakeven_of(numbers, worlds),
        monthly=rows_of(worlds, numbers),
        waterfall=bars_of(worlds, numbers),
        unknown=unknown_of(numbers),
        monthly_opex={"gpu": mean_month(worlds.stay), "ascend": mean_month(worlds.migrate)},
        gpus_kept=kept_of(worlds, numbers),
        co2_dual_run_t=known(float(worlds.migrate.dual_run_co2_kg.sum()) / 1000),
        **sides_of(worlds, numbers),
    )
