"""The two cash flows by month and cost head; costs are negative."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from migration_engine.tco import capital, opex
from migration_engine.tco.capital import Capital
from migration_engine.tco.numbers import Array, Numbers, times
from migration_engine.tco.opex import Opex
from migration_engine.tco.scenario import Case
from migration_engine.tco.sizing import Fleet, fleet_of

Heads = dict[str, Array]

_ALL = np.ones((1, 1))
# What lowers the taxable profit when it is paid; hardware does so by its write-down instead.
NO_EXPENSE = frozenset({"purchase", "residual", "resale"})


@dataclass(frozen=True)
class World:
    """One future: its money by head, each (n, months), and the fleet, running cost and capital behind it.

    Running cost and capital are those of all that stands, `fleet` is without the GPUs `kept` beside Ascend.
    """

    heads: Mapping[str, Array]
    fleet: Fleet
    opex: Opex
    capital: Capital
    kept: Fleet | None = None

    @cached_property
    def total(self) -> Array:
        """What moves in each month, (n, months)."""
        return np.asarray(sum(self.heads.values()))


@dataclass(frozen=True, slots=True)
class Worlds:
    """Both futures."""

    stay: World
    migrate: World


def worlds_of(numbers: Numbers, *, stay: World | None = None, whole: bool = True) -> Worlds:
    """Both cash flows; with `whole` False the Ascend fleet may be cut, for the continuous break-even.

    `stay` is the staying world where it is known already, because only Ascend's inputs differ.
    """
    stay = stay or _staying(numbers)
    return Worlds(stay, _migrating(numbers, stay, whole=whole))


def mean_tokens(numbers: Numbers) -> Array:
    """Mean tokens a second in each month."""
    growing = (1 + numbers["demand.growth_annual"]) ** (numbers.months / 12)
    return np.asarray(numbers["demand.mean_tokens_per_s"] * growing)


def one_off(numbers: Numbers) -> Array:
    """What migrating costs once, (n, 1): work with contingency, training, the rest."""
    extra = ("training", "other_one_off", "external_support", "test_hardware", "contract_exit")
    size, each = numbers["migration.data_gb"], numbers["migration.data_per_gb"]
    data = np.where(each == 0, 0.0, times(size, each))
    return np.asarray(_work(numbers) + data + sum(numbers[f"migration.{key}"] for key in extra))


def _work(numbers: Numbers) -> Array:
    days = numbers["migration.person_days.likely"] * numbers["migration.day_rate"]
    return np.asarray(days * (1 + numbers["migration.contingency"]))


def _staying(numbers: Numbers) -> World:
    gpu = numbers.side("gpu")
    fleet = fleet_of(gpu, _ALL)
    running = opex.opex_of(gpu, fleet, mean_tokens(numbers))
    owned = capital.capital_of(gpu, fleet, opening=numbers.scenario.case is Case.REPLACEMENT_DUE)
    heads = {"purchase": 0.0 - owned.spent, **_paid(running), "residual": _at_the_end(numbers, owned.left)}
    return _taxed(numbers, World(heads, fleet, running, owned))


def _migrating(numbers: Numbers, stay: World, *, whole: bool) -> World:
    ascend, kept = numbers.side("ascend"), numbers["gpu_kept_share"]
    both_run = _in_dual_run(numbers)
    moved = _moved(numbers, both_run)
    fleet = fleet_of(ascend, 1 - kept, whole=whole)
    team = opex.Team(1 - kept, _uplift(numbers))
    running = opex.opex_of(ascend, fleet, mean_tokens(numbers) * (1 - kept) * moved, team)
    owned = capital.capital_of(ascend, fleet)
    heads = {
        "purchase": 0.0 - owned.spent,
        **_paid(running),
        **_of_moving(numbers, stay, both_run, moved),
        "residual": _at_the_end(numbers, owned.left),
    }
    world = World(heads, fleet, running, owned)
    return _taxed(numbers, _with_kept_gpus(numbers, world, both_run) if np.any(kept != 0) else world)


def _of_moving(numbers: Numbers, stay: World, both_run: Array, moved: Array) -> Heads:
    """What only the migrating world has: work, the GPUs beside, the risk, the sale of what is owned."""
    beside = stay.opex.total
    if numbers.find("dual_run_shifted_share") is not None:
        left = mean_tokens(numbers) * (1 - moved)
        beside = opex.opex_of(numbers.side("gpu"), stay.fleet, left).total
    return {
        "one_off": np.where(numbers.months == 0, 0.0 - one_off(numbers), 0.0),
        "dual_run": np.where(both_run, 0.0 - beside, 0.0),
        "rollback": _rollback(numbers, beside),
        "resale": _resale(numbers, stay.fleet),
    }


def _paid(running: Opex) -> Heads:
    return {head: 0.0 - cost for head, cost in running.heads.items()}


def _at_the_end(numbers: Numbers, money: Array) -> Array:
    return np.where(numbers.months == numbers.months[-1], money, 0.0)


def _in_dual_run(numbers: Numbers) -> Array:
    return np.asarray(numbers.running & (numbers.months <= numbers["dual_run_months"]))


def _moved(numbers: Numbers, both_run: Array) -> Array:
    """The share of the traffic on Ascend in each month; all of it where energy doesn't follow it."""
    share = numbers.find("dual_run_shifted_share")
    return _ALL if share is None else np.where(both_run, share, 1.0)


def _rollback(numbers: Numbers, beside: Array) -> Array:
    """Expected cost of going back when the dual run ends: the work is lost, and the GPUs run on."""
    lost = _work(numbers) + numbers["rollback_extra_months"] * beside[:, 1:2]
    expected = times(numbers["rollback_probability"], lost)
    return np.where(numbers.months == numbers["dual_run_months"], 0.0 - expected, 0.0)


def _resale(numbers: Numbers, fleet: Fleet) -> Array:
    if numbers.scenario.case is not Case.GPUS_OWNED:
        return np.zeros((1, 1))
    gpu = numbers.side("gpu")
    sold = fleet.servers[:, :1]
    if np.any(numbers["gpu_kept_share"] != 0):
        sold = np.maximum(sold - fleet_of(gpu, numbers["gpu_kept_share"]).servers[:, :1], 0.0)
    money = gpu["server_price"] * gpu["resale_share"] * sold
    # Until the dual run is over, going back needs them.
    month = np.maximum(gpu["resale_month"], numbers["dual_run_months"])
    # Money at an unknown time has an unknown value, wherever it is booked.
    return np.where(np.isnan(month), np.nan, np.where(numbers.months == month, money, 0.0))


def _uplift(numbers: Numbers) -> Array:
    """The share of posts that running both platforms for good adds; none where no GPUs stay."""
    return times(np.sign(numbers["gpu_kept_share"]), numbers["gpu_kept_staff_uplift_share"])


def _with_kept_gpus(numbers: Numbers, world: World, both_run: Array) -> World:
    """Adds the GPUs that keep a share of the demand for good; the dual run pays for them already."""
    gpu, share = numbers.side("gpu"), numbers["gpu_kept_share"]
    fleet, team = _nothing_without(share, fleet_of(gpu, share)), opex.Team(share, _uplift(numbers))
    kept = opex.only_where(share != 0, opex.opex_of(gpu, fleet, mean_tokens(numbers) * share, team))
    owned = capital.capital_of(gpu, fleet, opening=numbers.scenario.case is Case.REPLACEMENT_DUE)
    heads = dict(world.heads)
    heads["purchase"] = heads["purchase"] - owned.spent
    heads["residual"] = heads["residual"] + _at_the_end(numbers, owned.left)
    heads["gpu_kept"] = np.where(both_run, 0.0, 0.0 - kept.total)
    return World(
        heads, world.fleet, opex.joined(world.opex, kept), capital.joined(world.capital, owned), fleet
    )


def _nothing_without(share: Array, fleet: Fleet) -> Fleet:
    """Where no share is kept, not even spare servers are."""
    return Fleet(*(np.where(share == 0, 0.0, part) for part in (fleet.devices, fleet.servers, fleet.bought)))


def _taxed(numbers: Numbers, world: World) -> World:
    """Adds the tax: expenses and write-downs lower it, what is sold above its book value raises it."""
    rate = numbers["tax_rate"]
    if np.all(rate == 0):
        return world
    expenses = sum(money for head, money in world.heads.items() if head not in NO_EXPENSE)
    gain = _at_the_end(numbers, world.capital.left - world.capital.book)
    profit = expenses - world.capital.written_down + gain + world.heads.get("resale", 0.0)
    return replace(world, heads={**world.heads, "tax": 0.0 - rate * profit})
