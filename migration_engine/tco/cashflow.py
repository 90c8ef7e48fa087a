"""The two cash flows by month and cost head; costs are negative."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from migration_engine.tco import capital, opex
from migration_engine.tco.capital import Capital
from migration_engine.tco.heads import ALWAYS, HEADS
from migration_engine.tco.moving import Aside, Heads, aside_of
from migration_engine.tco.numbers import Array, Numbers, some
from migration_engine.tco.opex import NOTHING, Opex
from migration_engine.tco.scenario import Case
from migration_engine.tco.sizing import Fleet, fleet_of, mean_tokens

_ALL = np.ones((1, 1))
# What lowers the taxable profit when it is paid; hardware does so by its write-down instead.
NO_EXPENSE = frozenset({"purchase", "residual", "resale"})
_ALWAYS = frozenset((*ALWAYS, "purchase"))


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
    emits_beside: Callable[[], Array] = lambda: NOTHING

    @cached_property
    def total(self) -> Array:
        """What moves in each month, (n, months)."""
        return opex.added(self.heads.values())

    @cached_property
    def used(self) -> Heads:
        """The heads in their order, without those that this scenario has no money in."""
        present = ((head, self.heads[head]) for head in HEADS if head in self.heads)
        return {head: money for head, money in present if head in _ALWAYS or some(money)}

    @cached_property
    def dual_run_co2_kg(self) -> Array:
        """What the GPUs emit in the dual run beyond those that stay for good, (n, months)."""
        return self.emits_beside()


@dataclass(frozen=True, slots=True)
class Worlds:
    """Both futures, and what the migrating one has whatever an Ascend device does."""

    stay: World
    migrate: World
    aside: Aside


def worlds_of(numbers: Numbers, *, like: Worlds | None = None, whole: bool = True) -> Worlds:
    """Both cash flows; with `whole` False the Ascend fleet may be cut, for the continuous break-even.

    `like` are worlds of numbers that differ in what an Ascend device does, and in nothing else: all that
    doesn't depend on it is taken from there.
    """
    stay = like.stay if like else _staying(numbers)
    aside = like.aside if like else aside_of(numbers, stay.fleet, stay.opex)
    return Worlds(stay, _migrating(numbers, aside, whole=whole), aside)


def _staying(numbers: Numbers) -> World:
    gpu = numbers.side("gpu")
    fleet = fleet_of(gpu, _ALL)
    running = opex.opex_of(gpu, fleet, mean_tokens(numbers))
    owned = capital.capital_of(gpu, fleet, opening=numbers.scenario.case is Case.REPLACEMENT_DUE)
    return _taxed(numbers, World(_heads(numbers, running, owned), fleet, running, owned))


def _migrating(numbers: Numbers, aside: Aside, *, whole: bool) -> World:
    ascend, kept = numbers.side("ascend"), aside.kept
    fleet = fleet_of(ascend, aside.team.carried, whole=whole)
    running = opex.opex_of(ascend, fleet, aside.tokens_per_s, aside.team)
    owned = capital.capital_of(ascend, fleet)
    if kept:
        heads = _heads(numbers, running, capital.joined(owned, kept.capital)) | aside.heads
        running, owned = opex.joined(running, kept.opex), capital.joined(owned, kept.capital)
    else:
        heads = _heads(numbers, running, owned) | aside.heads
    left = kept.fleet if kept else None
    return _taxed(numbers, World(heads, fleet, running, owned, left, aside.emits))


def _heads(numbers: Numbers, running: Opex, owned: Capital) -> Heads:
    """What is bought, what it costs to run, and what it is worth at the end."""
    paid = {head: cost if cost is NOTHING else 0.0 - cost for head, cost in running.heads.items()}
    return {"purchase": 0.0 - owned.spent, **paid, "residual": _at_the_end(numbers, owned.left)}


def _at_the_end(numbers: Numbers, money: Array) -> Array:
    return np.where(numbers.months == numbers.months[-1], money, 0.0)


def _taxed(numbers: Numbers, world: World) -> World:
    """Adds the tax: expenses and write-downs lower it, what is sold above its book value raises it."""
    rate = numbers["tax_rate"]
    if not some(rate):
        return world
    expenses = opex.added(money for head, money in world.heads.items() if head not in NO_EXPENSE)
    gain = _at_the_end(numbers, world.capital.left - world.capital.book)
    profit = expenses - world.capital.written_down + gain + world.heads.get("resale", NOTHING)
    return replace(world, heads={**world.heads, "tax": 0.0 - rate * profit})
