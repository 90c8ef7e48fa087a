"""What a TCO scenario says: every figure with its range and origin, nothing computed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import StrEnum
from math import nan


class Case(StrEnum):
    """Whether staying means buying new GPUs at the start, or running those already paid for."""

    REPLACEMENT_DUE = "replacement_due"
    GPUS_OWNED = "gpus_owned"


class LicenceUnit(StrEnum):
    """What a software licence is counted by."""

    DEVICE = "device"
    SERVER = "server"
    SITE = "site"


@dataclass(frozen=True, slots=True)
class Figure:
    """One input with its range and where it came from; `value` None means nobody knows it yet.

    The value is in the scenario's currency; `currency` is the one that the source states, turned into the
    scenario's by `fx_rate` (scenario's units for one of the source's) on `fx_date`.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    origin: str = ""
    source: str = ""
    date: str = ""
    evidence: str = ""
    owner: str = ""
    valid_until: str = ""
    currency: str = ""
    fx_rate: float | None = None
    fx_date: str = ""

    @property
    def number(self) -> float:
        """The value for arithmetic: an unknown is NaN, so all that depends on it stays unknown."""
        return nan if self.value is None else self.value


UNKNOWN = Figure(None)


@dataclass(frozen=True, slots=True)
class Demand:
    """What both sides must serve."""

    peak_tokens_per_s: Figure
    mean_tokens_per_s: Figure
    growth_annual: Figure


@dataclass(frozen=True, slots=True)
class PersonDays:
    """Migration work as a three-point estimate."""

    low: Figure
    likely: Figure
    high: Figure


@dataclass(frozen=True, slots=True)
class Migration:
    """What migrating costs once, paid at the start."""

    person_days: PersonDays
    day_rate: Figure
    training: Figure
    other_one_off: Figure
    contingency: Figure


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two worlds that are compared. Field names are the scenario's keys."""

    tokens_per_s_per_device: Figure
    devices_per_server: Figure
    server_price: Figure
    residual_share: Figure
    resale_share: Figure
    resale_month: Figure
    it_power_kw_average: Figure
    it_power_kw_nameplate: Figure
    pue: Figure
    tariff_per_kwh: Figure
    rack_per_kw_month: Figure
    support_annual_share: Figure
    licence_annual: Figure
    fte: Figure
    fte_annual_cost: Figure
    licence_unit: LicenceUnit


@dataclass(frozen=True, slots=True)
class Scenario:
    """Everything that `evaluate` needs; money is in `currency` throughout."""

    horizon_months: int
    dual_run_months: int
    currency: str
    case: Case
    wacc_annual: Figure
    demand: Demand
    headroom: Figure
    redundancy_servers: Figure
    migration: Migration
    gpu: Side
    ascend: Side
    grid_factor_kg_per_kwh: Figure = UNKNOWN

    def figures(self) -> Iterator[tuple[str, Figure]]:
        """Every figure with its key path, in the order of the scenario file."""
        yield from _figures("", self)


def _figures(prefix: str, node: object) -> Iterator[tuple[str, Figure]]:
    sides = {"gpu": "sides.gpu", "ascend": "sides.ascend"} if isinstance(node, Scenario) else {}
    for entry in fields(node):  # type: ignore[arg-type]  # called with dataclasses only
        value = getattr(node, entry.name)
        path = prefix + sides.get(entry.name, entry.name)
        if isinstance(value, Figure):
            yield path, value
        elif isinstance(value, Demand | Migration | PersonDays | Side):
            yield from _figures(f"{path}.", value)
