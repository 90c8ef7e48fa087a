"""What hardware costs when it is bought, how it is written down, and what it is worth at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from migration_engine.tco.numbers import Array, SideNumbers, delayed, times
from migration_engine.tco.scenario import TerminalValue
from migration_engine.tco.sizing import Fleet


@dataclass(frozen=True)
class Capital:
    """Money spent and written down, (n, months), value in the books and value left, (n, 1); all positive.

    `write_down` gives what the accounts say, because a cash flow without tax never asks.
    """

    spent: Array
    write_down: Callable[[], Array]
    value: Array | None = None

    @cached_property
    def written_down(self) -> Array:
        """What each month takes from the value in the books."""
        return self.write_down()

    @cached_property
    def book(self) -> Array:
        """What is not written down at the horizon."""
        left: Array = self.spent.sum(axis=1) - self.written_down.sum(axis=1)
        return left.reshape(-1, 1)

    @property
    def left(self) -> Array:
        """What the hardware is worth at the horizon."""
        return self.book if self.value is None else self.value


def joined(one: Capital, other: Capital) -> Capital:
    """Two fleets that are owned side by side."""
    return Capital(
        one.spent + other.spent,
        lambda: one.written_down + other.written_down,
        one.left + other.left,
    )


def capital_of(side: SideNumbers, fleet: Fleet, *, opening: bool = True) -> Capital:
    """The capital of a fleet; without `opening` the servers that stand in month 0 are owned: sunk cost.

    Of a rented fleet nothing is bought, so nothing is written down or left.
    """
    months = side.all.months
    later = (1 - side["price_decline_annual"]) ** (months / 12) * (1 + side["price_escalation_share"])
    price = side["server_price"] * np.where(months == 0, 1.0, later)
    # What lead time asks for in month 0 is on no shelf yet, whoever owns the rest.
    owned = 0.0 if opening else np.where(months == 0, fleet.servers, 0.0)
    bought = np.zeros_like(fleet.bought) if side.is_rented else np.maximum(fleet.bought - owned, 0.0)
    spent = times(bought, price)
    return Capital(spent, partial(_written_down, side, spent), _left(side, spent))


def _written_down(side: SideNumbers, spent: Array) -> Array:
    """Straight line down to the residual share, from the month after the purchase."""
    life = side.all.find("depreciation_months")
    span = np.array([[side.all.months[-1]]]) if life is None else life
    held = np.cumsum(spent * (1 - kept_share(side)), axis=1)
    before = np.concatenate([np.zeros_like(held[:, :1]), held[:, :-1]], axis=1)
    return (before - delayed(before, span)) / span


def _left(side: SideNumbers, spent: Array) -> Array | None:
    """What is left at the horizon; None where it is what the books say."""
    if side.all.scenario.terminal_value is TerminalValue.BOOK:
        return None
    if side.all.scenario.terminal_value is TerminalValue.RESALE:
        return times(spent[:, :1], side["residual_share"])
    left: Array = times(spent, kept_share(side)).sum(axis=1)
    return left[:, np.newaxis]


def kept_share(side: SideNumbers) -> Array:
    """The share of the price that purchases of each month keep."""
    kind = side.all.scenario.terminal_value
    if kind is TerminalValue.ZERO:
        return np.zeros((1, 1))
    if kind is TerminalValue.RESALE:
        return np.where(side.all.months == 0, side["residual_share"], 0.0)
    return side["residual_share"]
