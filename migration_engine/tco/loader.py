"""A mapping from YAML, JSON or a form becomes a Scenario, or an error that names the key."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from migration_engine.errors import ScenarioInvalid
from migration_engine.tco import bounds
from migration_engine.tco.figures import figure, figures, unknown_key
from migration_engine.tco.scenario import (
    UNKNOWN,
    Case,
    Demand,
    LicenceUnit,
    Migration,
    PersonDays,
    Scenario,
    Side,
)
from migration_engine.text import Text

_Choice = TypeVar("_Choice", bound=StrEnum)

_TOP = {
    *bounds.SCENARIO, "horizon_months", "dual_run_months", "currency", "case", "demand", "migration", "sides",
}  # fmt: skip


def load_scenario(mapping: object) -> Scenario:
    """The scenario that a mapping describes; raises ScenarioInvalid with the key path in `place`."""
    top = _group(mapping, "", _TOP)
    scenario = _scenario(top, _group(top.get("sides"), "sides", {"gpu", "ascend"}))
    _check_together(scenario)
    return scenario


def _scenario(top: Mapping[str, object], sides: Mapping[str, object]) -> Scenario:
    horizon = _months(top, "horizon_months", bounds.HORIZON)
    return Scenario(
        horizon_months=horizon,
        dual_run_months=_months(top, "dual_run_months", bounds.DUAL_RUN),
        currency=_currency(top.get("currency")),
        case=_choice(top.get("case"), "case", Case),
        demand=_demand(top.get("demand")),
        migration=_migration(top.get("migration")),
        gpu=_side(sides.get("gpu"), "sides.gpu"),
        ascend=_side(sides.get("ascend"), "sides.ascend"),
        **figures(top, "", bounds.SCENARIO),
    )


def _demand(value: object) -> Demand:
    group = _group(value, "demand", bounds.DEMAND)
    if isinstance(growth := group.get("growth_annual"), int | float) and growth > 0:
        raise ScenarioInvalid(
            Text(
                "growing demand is not priced yet; enter the demand to size for and set growth to 0",
                "尚不支持需求增长的定价；请填写用于规划容量的需求，并将增长设为 0",
            ),
            place="demand.growth_annual",
        )
    return Demand(**figures({"growth_annual": 0, **group}, "demand.", bounds.DEMAND))


def _migration(value: object) -> Migration:
    group = _group(value, "migration", {*bounds.MIGRATION, "person_days"})
    days = _group(group.get("person_days"), "migration.person_days", bounds.PERSON_DAYS)
    return Migration(
        person_days=PersonDays(**figures(days, "migration.person_days.", bounds.PERSON_DAYS)),
        **figures(group, "migration.", bounds.MIGRATION),
    )


def _side(value: object, path: str) -> Side:
    group = _group(value, path, {*bounds.SIDE, "licence_unit"})
    unit = _choice(group.get("licence_unit"), f"{path}.licence_unit", LicenceUnit)
    return Side(licence_unit=unit, **figures(group, f"{path}.", bounds.SIDE))


def _group(value: object, path: str, allowed: Mapping[str, object] | set[str]) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        found = "nothing" if value is None else type(value).__name__
        raise ScenarioInvalid(
            Text(f"expected a group of keys, found {found}", f"此处须为一组键，实际为 {found}"),
            place=path or "scenario",
        )
    for key in value:
        if key not in allowed:
            place = f"{path}.{key}" if path else str(key)
            raise unknown_key(sorted(allowed), place)
    return value


def _months(top: Mapping[str, object], key: str, limits: bounds.Bounds) -> int:
    loaded = figure(top.get(key), key, limits)
    if loaded is UNKNOWN or loaded.value is None:
        raise ScenarioInvalid(Text("is required: enter a number of months", "必填：请填写月数"), place=key)
    return int(loaded.value)


def _currency(value: object) -> str:
    if not (isinstance(value, str) and len(value) == 3 and value.isascii() and value.isupper()):
        raise ScenarioInvalid(
            Text("expected a three-letter currency code such as CNY", "须为三个字母的货币代码，例如 CNY"),
            place="currency",
        )
    return value


def _choice(value: object, path: str, options: type[_Choice]) -> _Choice:
    names = [option.value for option in options]
    if not isinstance(value, str) or value not in names:
        known = ", ".join(names)
        raise ScenarioInvalid(
            Text(f"expected one of {known}, found {value!r}", f"须为 {known} 之一，实际为 {value!r}"),
            place=path,
        )
    return options(value)


def _check_together(scenario: Scenario) -> None:
    demand = scenario.demand
    if demand.mean_tokens_per_s.number > demand.peak_tokens_per_s.number:
        raise ScenarioInvalid(
            Text("the mean is above the peak", "均值高于峰值"), place="demand.mean_tokens_per_s"
        )
    if scenario.dual_run_months > scenario.horizon_months:
        raise ScenarioInvalid(
            Text("runs longer than the horizon", "双轨运行时间超过测算期"), place="dual_run_months"
        )
    days = scenario.migration.person_days
    if days.low.number > days.likely.number or days.likely.number > days.high.number:
        raise ScenarioInvalid(
            Text("expected low <= likely <= high", "须满足 低 ≤ 可能 ≤ 高"), place="migration.person_days"
        )
    if scenario.case is Case.GPUS_OWNED and scenario.gpu.resale_month.number > scenario.horizon_months:
        raise ScenarioInvalid(Text("lies after the horizon", "晚于测算期"), place="sides.gpu.resale_month")
