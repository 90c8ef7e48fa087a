"""The two cash flows, month 0 to the horizon, by cost head; costs are negative."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import isnan, nan

from migration_engine.tco.opex import Opex, opex_of
from migration_engine.tco.scenario import Case, Migration, Scenario, Side


@dataclass(frozen=True, slots=True)
class Month:
    """What moves in one month; month 0 is the day of purchase, others fall at month-end."""

    month: int
    heads: Mapping[str, float]

    @property
    def total(self) -> float:
        """The sum of the month's heads."""
        return sum(self.heads.values())


def staying(scenario: Scenario, servers: float) -> tuple[Month, ...]:
    """Cash flow of keeping `servers` GPU servers."""
    opex = opex_of(scenario.gpu, servers)
    bought = _purchase(scenario.gpu, servers) if scenario.case is Case.REPLACEMENT_DUE else 0.0
    residual = bought * scenario.gpu.residual_share.number if bought else 0.0
    return tuple(
        Month(month, _opening(bought) if month == 0 else _running(scenario, month, opex, residual))
        for month in range(scenario.horizon_months + 1)
    )


def migrating(scenario: Scenario, gpu_servers: float, ascend_servers: float) -> tuple[Month, ...]:
    """Cash flow of moving to `ascend_servers` servers while the GPUs carry the dual run."""
    bought = _purchase(scenario.ascend, ascend_servers)
    opex = opex_of(scenario.ascend, ascend_servers)
    residual = bought * scenario.ascend.residual_share.number
    gpu_opex = opex_of(scenario.gpu, gpu_servers).total
    resale_month, resale = _resale(scenario, gpu_servers)
    months = []
    for month in range(scenario.horizon_months + 1):
        if month == 0:
            heads = _opening(bought) | {"one_off": 0.0 - one_off(scenario.migration)}
        else:
            heads = _running(scenario, month, opex, residual)
        if 1 <= month <= scenario.dual_run_months.number:
            heads["dual_run"] = 0.0 - gpu_opex
        if month == resale_month:
            heads["resale"] = resale
        months.append(Month(month, heads))
    return tuple(months)


def one_off(migration: Migration) -> float:
    """What migrating costs once: work with contingency, training, the rest."""
    work = migration.person_days.likely.number * migration.day_rate.number
    work *= 1 + migration.contingency.number
    return work + migration.training.number + migration.other_one_off.number


def monthly_rate(annual: float) -> float:
    """The effective monthly rate: twelve of them compound to the annual one."""
    return float((1 + annual) ** (1 / 12) - 1)


def present_value(flow: Sequence[Month], annual: float) -> float:
    """The flow's value on the day of purchase."""
    factor = 1 + monthly_rate(annual)
    return sum(month.total / factor**month.month for month in flow)


def _opening(bought: float) -> dict[str, float]:
    return {"purchase": 0.0 - bought}


def _running(scenario: Scenario, month: int, opex: Opex, residual: float) -> dict[str, float]:
    heads = {head: 0.0 - amount for head, amount in asdict(opex).items()}
    if month == scenario.horizon_months:
        heads["residual"] = residual
    return heads


def _purchase(side: Side, servers: float) -> float:
    return side.server_price.number * servers


def _resale(scenario: Scenario, servers: float) -> tuple[int, float]:
    if scenario.case is not Case.GPUS_OWNED:
        return scenario.horizon_months, 0.0
    month = scenario.gpu.resale_month.number
    if isnan(month):
        # Money at an unknown time has an unknown value, wherever it is booked.
        return scenario.horizon_months, nan
    return int(month), _purchase(scenario.gpu, servers) * scenario.gpu.resale_share.number
