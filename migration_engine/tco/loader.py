"""A mapping from YAML, JSON or a form becomes a Scenario, or an error that names the key."""

from __future__ import annotations

from collections.abc import Mapping

from migration_engine.errors import ScenarioInvalid
from migration_engine.tco import keys
from migration_engine.tco.bounds import Bounds
from migration_engine.tco.consistency import check_together
from migration_engine.tco.figure import Figure
from migration_engine.tco.figures import currency_code, figure, figures, options
from migration_engine.tco.refusals import Refusal
from migration_engine.tco.sampling import load_sampling
from migration_engine.tco.scenario import (
    Case,
    Demand,
    Discounting,
    LicenceUnit,
    Migration,
    PersonDays,
    Scenario,
    Side,
    TerminalValue,
)
from migration_engine.tco.words import choice, group, switch
from migration_engine.text import Text

_WORDS = {"currency", "case", "discounting", "terminal_value", "demand", "migration", "sides", "simulation"}
_TOP = {*keys.SCENARIO, *keys.SCENARIO_OPTIONS, "horizon_months", *_WORDS}
_SIDE_WORDS = {"licence_unit", "rack_includes_power", "rent_without_hosting"}


def load_scenario(mapping: object) -> Scenario:
    """The scenario that a mapping describes; raises ScenarioInvalid with the key path in `place`."""
    top = group(mapping, "", _TOP)
    scenario = _scenario(top, group(top.get("sides"), "sides", {"gpu", "ascend"}))
    check_together(scenario)
    return scenario


def _scenario(top: Mapping[str, object], sides: Mapping[str, object]) -> Scenario:
    _months(top, "dual_run_months", keys.SCENARIO["dual_run_months"])
    return Scenario(
        horizon_months=_horizon(top),
        currency=currency_code(top.get("currency"), "currency"),
        case=choice(top.get("case"), "case", Case),
        discounting=choice(top.get("discounting"), "discounting", Discounting, absent=Discounting.END),
        terminal_value=choice(
            top.get("terminal_value"), "terminal_value", TerminalValue, absent=TerminalValue.RESALE
        ),
        demand=_demand(top.get("demand")),
        migration=_migration(top.get("migration")),
        gpu=_side(sides.get("gpu"), "sides.gpu"),
        ascend=_side(sides.get("ascend"), "sides.ascend"),
        simulation=load_sampling(top.get("simulation")),
        **figures(top, "", keys.SCENARIO),
        **options(top, "", keys.SCENARIO_OPTIONS),
    )


def _months(top: Mapping[str, object], key: str, limits: Bounds) -> Figure:
    loaded = figure(top.get(key), key, limits)
    if loaded.value is None:
        raise ScenarioInvalid(
            Text("is required: enter a number of months", "必填：请填写月数"),
            place=key,
            fault=Refusal.REQUIRED,
        )
    return loaded


def _horizon(top: Mapping[str, object]) -> int:
    loaded = _months(top, "horizon_months", keys.HORIZON)
    if loaded.low is not None or loaded.high is not None:
        raise ScenarioInvalid(
            Text(
                "takes no low and no high: compare scenarios of different horizons instead",
                "不接受低值与高值：请改为对比不同测算期的情景",
            ),
            place="horizon_months",
        )
    return int(loaded.number)


def _demand(value: object) -> Demand:
    found = group(value, "demand", {*keys.DEMAND, *keys.DEMAND_OPTIONS})
    return Demand(**figures(found, "demand.", keys.DEMAND), **options(found, "demand.", keys.DEMAND_OPTIONS))


def _migration(value: object) -> Migration:
    found = group(value, "migration", {*keys.MIGRATION, *keys.MIGRATION_OPTIONS, "person_days"})
    days = group(found.get("person_days"), "migration.person_days", keys.PERSON_DAYS)
    return Migration(
        person_days=PersonDays(**figures(days, "migration.person_days.", keys.PERSON_DAYS)),
        **figures(found, "migration.", keys.MIGRATION),
        **options(found, "migration.", keys.MIGRATION_OPTIONS),
    )


def _side(value: object, path: str) -> Side:
    found = group(value, path, {*keys.SIDE, *keys.SIDE_OPTIONS, *_SIDE_WORDS})
    return Side(
        licence_unit=choice(found.get("licence_unit"), f"{path}.licence_unit", LicenceUnit),
        rack_includes_power=switch(found.get("rack_includes_power"), f"{path}.rack_includes_power"),
        rent_without_hosting=switch(found.get("rent_without_hosting"), f"{path}.rent_without_hosting"),
        **figures(found, f"{path}.", keys.SIDE),
        **options(found, f"{path}.", keys.SIDE_OPTIONS),
    )
