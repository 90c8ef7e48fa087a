"""The cash flows as rows, month by month, and as bars, head by head."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import isfinite

import numpy as np

from migration_engine.tco.cashflow import World, Worlds
from migration_engine.tco.discount import factors
from migration_engine.tco.heads import HEADS
from migration_engine.tco.numbers import Array, Numbers
from migration_engine.tco.result import Bar, Row
from migration_engine.tco.sizing import Fleet


def known(number: float) -> float | None:
    """The number, or None where it isn't one."""
    return number if isfinite(number) else None


def whole(number: float) -> int | None:
    """The same for a count."""
    return int(number) if isfinite(number) else None


def rows_of(worlds: Worlds, numbers: Numbers) -> tuple[Row, ...]:
    """One row a month, month 0 first."""
    stay, migrate = _by_month(worlds.stay, numbers), _by_month(worlds.migrate, numbers)
    here, there, weights = worlds.stay.total[0], worlds.migrate.total[0], factors(numbers)[0]
    gaps = there - here
    columns = (gaps, here.cumsum(), there.cumsum(), gaps.cumsum(), weights, (gaps * weights).cumsum())
    difference, sum_stay, sum_migrate, sums, factor, discounted = map(_listed, columns)
    beside = worlds.migrate.kept
    fleets = [_counts(fleet) for fleet in (worlds.stay.fleet, worlds.migrate.fleet)]
    kept = _counts(beside) if beside else [0] * gaps.size
    emitted = [_listed(_tonnes(world, gaps.size)) for world in (worlds.stay, worlds.migrate)]
    return tuple(
        Row(
            month=month,
            stay=stay[month],
            migrate=migrate[month],
            difference=difference[month],
            cumulative_stay=sum_stay[month],
            cumulative_migrate=sum_migrate[month],
            cumulative_difference=sums[month],
            discount_factor=factor[month],
            cumulative_discounted_difference=discounted[month],
            servers_stay=fleets[0][month],
            servers_migrate=fleets[1][month],
            servers_kept=kept[month],
            co2_t_stay=emitted[0][month],
            co2_t_migrate=emitted[1][month],
        )
        for month in range(gaps.size)
    )


def _tonnes(world: World, months: int) -> Array:
    """What all that runs in the world emits in each month."""
    emitted = (world.opex.co2_kg + world.dual_run_co2_kg) / 1000
    return np.broadcast_to(emitted[0], months)


def _counts(fleet: Fleet) -> Sequence[int | None]:
    return [whole(count) for count in fleet.servers[0].tolist()]


def _listed(amounts: Array) -> list[float | None]:
    """The amounts with None for what isn't known."""
    return [known(one) for one in amounts.tolist()]


def bars_of(worlds: Worlds, numbers: Numbers) -> tuple[Bar, ...]:
    """Present value by head: what each adds to the difference of the two worlds."""
    weights = factors(numbers)
    stay, migrate = (_present_values(world, weights) for world in (worlds.stay, worlds.migrate))
    used = [head for head in HEADS if head in stay or head in migrate]
    return tuple(_bar(head, stay.get(head, 0.0), migrate.get(head, 0.0)) for head in used)


def _bar(head: str, stay: float, migrate: float) -> Bar:
    return Bar(head, known(stay), known(migrate), known(migrate - stay))


def _present_values(world: World, weights: Array) -> Mapping[str, float]:
    amounts = (_table(world.used.values(), weights.size) * weights).sum(axis=1)
    return dict(zip(world.used, amounts.tolist(), strict=True))


def _by_month(world: World, numbers: Numbers) -> Sequence[dict[str, float | None]]:
    table = _table((*world.used.values(), world.total), numbers.months.size).T
    lines = table.tolist() if np.isfinite(table).all() else [_listed(line) for line in table]
    names = (*world.used, "total")
    return [dict(zip(names, line, strict=True)) for line in lines]


def _table(amounts: Collection[Array], months: int) -> Array:
    """A row for each kind of money, a column a month."""
    table = np.empty((len(amounts), months))
    for row, money in zip(table, amounts, strict=True):
        row[:] = money[0]
    return table
