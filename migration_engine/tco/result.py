"""What an evaluation answers; unknown figures are None, never zero and never NaN."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import TypeAlias

from migration_engine.tco.breakeven import Breakeven

VERSION = "5"
"""Raised whenever a formula changes, so that a stored result says which one made it."""

# A missing figure here blanks its own answer only, not the verdict.
NOT_DECISIVE = frozenset(
    {
        "demand.mean_tokens_per_s",
        "demand.input_tokens_per_request",
        "demand.output_tokens_per_request",
        "demand.output_token_weight",
        "grid_factor_kg_per_kwh",
        "grid_factor_market_kg_per_kwh",
    }
)


def decisive(unknown: Iterable[str]) -> tuple[str, ...]:
    """Of the unknown inputs those that a verdict waits for; all, where it has no other reason to wait."""
    missing = tuple(unknown)
    return tuple(path for path in missing if path not in NOT_DECISIVE) or missing


Json: TypeAlias = "None | bool | int | float | str | list[Json] | dict[str, Json]"


@dataclass(frozen=True, slots=True)
class Sides:
    """One figure for each world."""

    gpu: float | None
    ascend: float | None


NO_SIDES = Sides(None, None)


@dataclass(frozen=True, slots=True)
class Kept:
    """The GPUs that stay beside Ascend for good: devices and servers of month 1, share of the demand."""

    devices: int | None
    servers: int | None
    demand_share: float | None


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of the waterfall from stay to migrate: what a cost head adds to the NPV difference."""

    head: str
    stay: float | None
    migrate: float | None
    difference: float | None


@dataclass(frozen=True, slots=True)
class Row:
    """One month: cost heads of both worlds, their difference, and running sums; costs are negative.

    All rows of a world have the same heads (see `heads`) and their `total`. `discount_factor` turns the
    month's money into that of month 0. `servers_migrate` are Ascend's, `servers_kept` the GPUs beside them.
    Emissions in tonnes are those of all that runs in the month: in the dual run, of both fleets.
    """

    month: int
    stay: Mapping[str, float | None]
    migrate: Mapping[str, float | None]
    difference: float | None
    cumulative_stay: float | None
    cumulative_migrate: float | None
    cumulative_difference: float | None
    discount_factor: float | None = None
    cumulative_discounted_difference: float | None = None
    servers_stay: int | None = None
    servers_migrate: int | None = None
    servers_kept: int | None = 0
    co2_t_stay: float | None = None
    co2_t_migrate: float | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """All figures of a scenario; `difference` is always migrate minus stay, cost negative.

    `servers`, `devices` and `racks` are those of month 1; GPUs that stay beside Ascend are apart, in
    `gpus_kept`, but in every amount. `monthly_opex` is the mean month. `crossings` are
    the months, interpolated, at which the cumulative cost lines meet. Unit costs are the accounting view:
    running cost and straight-line write-down, without one-off and dual-run cost; `levelised_*` is the present
    value of the whole cash flow by that of the tokens. `co2_dual_run_t` is what the GPUs emit once,
    over the dual run, beyond the yearly ones of the migrating side. `waterfall` adds up to `npv_difference`.
    """

    currency: str
    npv_stay: float | None
    npv_migrate: float | None
    npv_difference: float | None
    undiscounted_difference: float | None
    payback_month: int | None
    irr: float | None
    servers: Sides
    devices: Sides
    monthly_opex: Mapping[str, Mapping[str, float | None]]
    cost_per_million_tokens: Sides
    breakeven_throughput_ratio: Breakeven
    co2_t_per_year: Sides
    monthly: tuple[Row, ...]
    unknown: tuple[str, ...]
    discounted_payback_month: int | None = None
    crossings: tuple[float, ...] = ()
    waterfall: tuple[Bar, ...] = ()
    equivalent_annual_cost: Sides = NO_SIDES
    levelised_cost_per_million_tokens: Sides = NO_SIDES
    cost_per_request: Sides = NO_SIDES
    cost_per_million_input_tokens: Sides = NO_SIDES
    cost_per_million_output_tokens: Sides = NO_SIDES
    utilisation: Sides = NO_SIDES
    racks: Sides = NO_SIDES
    kwh_per_year: Sides = NO_SIDES
    co2_market_t_per_year: Sides = NO_SIDES
    gpus_kept: Kept | None = None
    co2_dual_run_t: float | None = None

    @property
    def blocking(self) -> tuple[str, ...]:
        """The unknown inputs without which there is no verdict."""
        return () if self.npv_difference is not None else decisive(self.unknown)

    def to_dict(self) -> dict[str, Json]:
        """The result as plain JSON values."""
        return {key: _plain(value) for key, value in asdict(self).items()}


def _plain(value: object) -> Json:
    """`asdict` keeps tuples and mappings; JSON and equality tests want lists and dicts."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(f"{type(value).__name__} has no JSON form")
