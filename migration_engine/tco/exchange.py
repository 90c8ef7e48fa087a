"""Two sets of inputs in two currencies: the earlier ones in the later's, as far as stored rates reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from math import isclose
from typing import Any

from migration_engine.tco.effects import Inputs, figure_at, value_at
from migration_engine.tco.keys import BY_PATH
from migration_engine.tco.labels import is_money
from migration_engine.tco.placeholders import put

_RATES = "simulation.exchange_rates"
# What conversions round off an amount.
_CLOSE = 1e-9


@dataclass(frozen=True, slots=True)
class Rate:
    """What one unit of the earlier currency is worth in the later one; `day` is empty if nobody told it."""

    value: float
    day: str


@dataclass(frozen=True, slots=True)
class Exchanged:
    """The earlier inputs with amounts in the later currency.

    An amount that both quote in one currency is turned as the later quote was; all others by `rate`, which is
    None where neither set of inputs holds one. `apart` are then the key paths of the amounts that nothing
    joins: they stand here as they stand in the later inputs.
    """

    inputs: dict[str, Any]
    rate: Rate | None
    apart: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Quote:
    """An amount as it was quoted, and what one unit of that currency is worth in the scenario's."""

    currency: str
    amount: float
    rate: float


def exchanged(before: Inputs, after: Inputs) -> Exchanged:
    """Bring `before` into the currency of `after`; both are mappings that `load_scenario` takes."""
    rate, apart = _rate(before, after), []
    inputs = deepcopy(dict(before)) | {"currency": after["currency"], "simulation": after.get("simulation")}
    for path in filter(is_money, BY_PATH):
        value = value_at(before, path)
        if not value:  # nothing is nothing in every currency, and unknown stays so
            continue
        worth = _worth(before, after, path, rate)
        if worth is None:
            apart.append(path)
        put(inputs, path, value_at(after, path) if worth is None else worth)
    return Exchanged(inputs, rate, tuple(apart))


def _worth(before: Inputs, after: Inputs, path: str, rate: Rate | None) -> float | None:
    """What the earlier amount is in the later currency; the later amount where only rounding differs."""
    one, other = _quote(before, path), _quote(after, path)
    if one is None:
        return None
    if other and one.currency == other.currency:
        worth = one.amount * other.rate
    elif one.currency == after["currency"]:
        worth = one.amount
    elif rate:
        worth = one.amount * one.rate * rate.value
    else:
        return None
    now = value_at(after, path)
    return now if isinstance(now, float | int) and isclose(worth, now, rel_tol=_CLOSE) else worth


def _quote(inputs: Inputs, path: str) -> _Quote | None:
    value, figure = value_at(inputs, path), figure_at(inputs, path)
    if not isinstance(value, float | int):
        return None
    own = str(inputs["currency"])
    code = str(figure.get("currency") or own) if isinstance(figure, Mapping) else own
    if code == own:
        return _Quote(own, value, 1.0)
    rate = figure.get("fx_rate") or value_at(inputs, f"{_RATES}.{code}")
    return _Quote(code, value / rate, rate) if isinstance(rate, float | int) and rate else None


def _rate(before: Inputs, after: Inputs) -> Rate | None:
    """The rate that most amounts of either were turned by, of several the latest; else the project's own."""
    one, other = str(before["currency"]), str(after["currency"])
    for found in (
        [*_turned(after, one), *map(_inverse, _turned(before, other))],
        [*_kept(after, one), *map(_inverse, _kept(before, other))],
    ):
        counted = Counter(found)
        if counted:
            return max(counted, key=lambda rate: (counted[rate], rate.day))
    return None


def _turned(inputs: Inputs, code: str) -> Iterator[Rate]:
    """The rates at which amounts quoted in a currency were turned into the scenario's."""
    for figure in (figure_at(inputs, path) for path in BY_PATH):
        if isinstance(figure, Mapping) and figure.get("currency") == code and figure.get("fx_rate"):
            yield Rate(figure["fx_rate"], str(figure.get("fx_date") or ""))


def _kept(inputs: Inputs, code: str) -> Iterator[Rate]:
    """The rate of a currency that the scenario itself holds."""
    figure, value = figure_at(inputs, f"{_RATES}.{code}"), value_at(inputs, f"{_RATES}.{code}")
    if isinstance(value, float | int) and value:
        yield Rate(value, str(figure.get("date") or "") if isinstance(figure, Mapping) else "")


def _inverse(rate: Rate) -> Rate:
    return Rate(1 / rate.value, rate.day)
