"""What a TCO scenario says: every figure with its range and origin, nothing computed.

Field names are the scenario's keys; `migration_engine.tco.keys` holds their bounds. A default is what
holds when the key is left out; a field that is None is switched off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from itertools import combinations
from operator import attrgetter

from migration_engine.tco.figure import UNKNOWN, Figure

ZERO = Figure(0.0)
ONE = Figure(1.0)


class Case(StrEnum):
    """Whether staying means buying new GPUs at the start, or running those already paid for."""

    REPLACEMENT_DUE = "replacement_due"
    GPUS_OWNED = "gpus_owned"


class LicenceUnit(StrEnum):
    """What a software licence is counted by."""

    DEVICE = "device"
    DIE = "die"
    SERVER = "server"
    SITE = "site"


class Discounting(StrEnum):
    """When in a month its money moves."""

    END = "end"
    MID = "mid"
    BEGIN = "begin"


class TerminalValue(StrEnum):
    """What hardware is worth at the horizon.

    `resale`: a share of what was bought in month 0; `resale_of_all`: that share of later purchases too;
    `book`: what is not written down; `zero`: nothing.
    """

    RESALE = "resale"
    RESALE_OF_ALL = "resale_of_all"
    BOOK = "book"
    ZERO = "zero"


class Distribution(StrEnum):
    """How a simulation draws between low, value and high."""

    PERT = "pert"
    TRIANGULAR = "triangular"


@dataclass(frozen=True, slots=True)
class Demand:
    """What both sides must serve."""

    peak_tokens_per_s: Figure
    mean_tokens_per_s: Figure
    growth_annual: Figure = ZERO
    requests_per_day: Figure | None = None
    peak_hour_share: Figure | None = None
    prefill_peak_tokens_per_s: Figure = ZERO
    input_tokens_per_request: Figure | None = None
    output_tokens_per_request: Figure | None = None
    output_token_weight: Figure = Figure(3.0)


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
    external_support: Figure = ZERO
    test_hardware: Figure = ZERO
    data_gb: Figure = ZERO
    data_per_gb: Figure = ZERO
    contract_exit: Figure = ZERO


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two worlds that are compared."""

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
    rack_includes_power: bool = False
    rent_without_hosting: bool = False
    headroom: Figure | None = None
    redundancy_servers: Figure | None = None
    devices_per_instance: Figure = ONE
    requests_per_s_per_instance: Figure | None = None
    prefill_tokens_per_s_per_device: Figure | None = None
    dies_per_device: Figure = ONE
    price_decline_annual: Figure = ZERO
    price_escalation_share: Figure = ZERO
    lead_time_months: Figure = ZERO
    it_power_kw_idle: Figure | None = None
    it_power_kw_busy: Figure | None = None
    joules_per_token: Figure | None = None
    tariff_peak_per_kwh: Figure | None = None
    tariff_peak_share: Figure = ZERO
    tariff_valley_per_kwh: Figure | None = None
    tariff_valley_share: Figure = ZERO
    tariff_subsidy_per_kwh: Figure = ZERO
    tariff_subsidy_until_month: Figure = Figure(120.0)
    levy_per_kwh: Figure = ZERO
    demand_charge_per_kw_month: Figure = ZERO
    contract_kw: Figure = ZERO
    rack_per_rack_month: Figure = ZERO
    rack_units_per_server: Figure | None = None
    rack_usable_units: Figure | None = None
    rack_kw: Figure | None = None
    rack_derate: Figure = ONE
    network_per_month: Figure = ZERO
    warranty_months: Figure = ZERO
    failure_rate_annual: Figure = ZERO
    spares_uncovered_share: Figure = ONE
    licence_bundled_months: Figure = ZERO
    fte_floor: Figure = ZERO
    servers_per_fte: Figure | None = None
    staff_share: Figure = ONE
    staff_loading: Figure = ONE
    staff_uplift_share: Figure = ZERO
    staff_uplift_months: Figure = ZERO
    rent_per_device_hour: Figure = ZERO
    grid_factor_kg_per_kwh: Figure | None = None

    @property
    def is_rented(self) -> bool:
        """Whether rent takes the place of the purchase; a rent that nobody knows yet does so too."""
        return self.rent_per_device_hour.highest != 0

    @property
    def is_hosted(self) -> bool:
        """Whether the rent pays for power and space as well."""
        return self.is_rented and not self.rent_without_hosting


@dataclass(frozen=True, slots=True)
class Correlation:
    """Two inputs, by key path, that a simulation draws together; `rho` lies between -1 and 1."""

    first: str
    second: str
    rho: float


@dataclass(frozen=True, slots=True)
class Driver:
    """What a simulation draws beside the inputs, with its key path: an exchange rate, or a layer's work."""

    path: str
    low: float
    value: float
    high: float

    @property
    def name(self) -> str:
        """The currency or the layer."""
        return self.path.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Sampling:
    """How the simulation draws; the same seed gives the same figures.

    `exchange_rates` are units of the scenario's currency for one of another, `days` person-days by layer;
    every two layers are drawn together with `days_correlation`.
    """

    draws: int = 10_000
    seed: int = 20_261_201
    distribution: Distribution = Distribution.PERT
    correlations: tuple[Correlation, ...] = ()
    exchange_rates: tuple[Driver, ...] = ()
    days: tuple[Driver, ...] = ()
    days_correlation: float = 0.5

    @property
    def drivers(self) -> tuple[Driver, ...]:
        """Rates and layers."""
        return self.exchange_rates + self.days

    @property
    def together(self) -> tuple[Correlation, ...]:
        """Every two inputs or drivers that are drawn together."""
        pairs = combinations([one.path for one in self.days], 2)
        return (*self.correlations, *(Correlation(*pair, self.days_correlation) for pair in pairs))


@dataclass(frozen=True, slots=True)
class Scenario:
    """Everything that `evaluate` needs; money is in `currency` throughout."""

    horizon_months: int
    currency: str
    case: Case
    wacc_annual: Figure
    dual_run_months: Figure
    demand: Demand
    headroom: Figure
    redundancy_servers: Figure
    migration: Migration
    gpu: Side
    ascend: Side
    grid_factor_kg_per_kwh: Figure = UNKNOWN
    discounting: Discounting = Discounting.END
    terminal_value: TerminalValue = TerminalValue.RESALE
    sites: Figure = ONE
    gpu_kept_share: Figure = ZERO
    gpu_kept_staff_uplift_share: Figure = ZERO
    tax_rate: Figure = ZERO
    depreciation_months: Figure | None = None
    carbon_price_per_t: Figure = ZERO
    grid_factor_market_kg_per_kwh: Figure | None = None
    dual_run_shifted_share: Figure | None = None
    rollback_probability: Figure = ZERO
    rollback_extra_months: Figure = ZERO
    simulation: Sampling = field(default_factory=Sampling)

    def figures(self) -> Iterator[tuple[str, Figure]]:
        """Every figure that is not switched off with its key path, in the order of the scenario file."""
        for path, place in _FIGURES:
            figure = place(self)
            if figure is not None:
                yield path, figure

    def by_path(self) -> Mapping[str, Figure]:
        """The same as a mapping."""
        return dict(self.figures())


_GROUPS = {"demand": Demand, "migration": Migration, "person_days": PersonDays, "gpu": Side, "ascend": Side}


def _layout(
    group: type, path: str = "", attribute: str = ""
) -> Iterator[tuple[str, attrgetter[Figure | None]]]:
    """Key path and place of every figure below a group, in the order of the scenario file."""
    for entry in fields(group):
        name = f"sides.{entry.name}" if _GROUPS.get(entry.name) is Side else entry.name
        if entry.name in _GROUPS:
            yield from _layout(_GROUPS[entry.name], f"{path}{name}.", f"{attribute}{entry.name}.")
        elif str(entry.type).startswith("Figure"):
            yield path + name, attrgetter(attribute + entry.name)


_FIGURES = tuple(_layout(Scenario))
