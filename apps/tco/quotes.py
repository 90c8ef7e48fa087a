"""Amounts that were quoted in another currency than the scenario's, and the rates that turn them into it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isclose
from typing import Any

from migration_engine.tco.effects import figure_at
from migration_engine.tco.keys import BY_PATH
from migration_engine.tco.placeholders import put

Inputs = Mapping[str, Any]
Figure = dict[str, Any]

ENDS = ("value", "low", "high")
RATES = "simulation.exchange_rates"
PAIRS = "simulation.correlations"
QUOTED = ("currency", "fx_rate", "fx_date")
"""The keys of a figure that say what it was quoted in."""

_TYPED, _KEPT = 11, 12
"""Digits that people type, and that an amount keeps: what several conversions round off shows in the last."""


def as_figure(stood: Any) -> Mapping[str, Any]:
    """Return what stands at a key path as a figure: a value alone says nothing more of itself."""
    return stood if isinstance(stood, Mapping) else {"value": stood}


def currency_of(figure: object) -> str:
    """Return the currency in which a figure was quoted; empty where that is the scenario's."""
    return str(figure.get("currency") or "") if isinstance(figure, Mapping) else ""


def quoted_in(inputs: Inputs, currency: str = "") -> list[str]:
    """Return the key paths of the figures quoted in a currency; in any other where none is named."""
    found = ((path, currency_of(figure_at(inputs, path))) for path in BY_PATH)
    foreign = ((path, code) for path, code in found if code and code != inputs.get("currency"))
    return [path for path, code in foreign if currency in ("", code)]


def currencies_in(inputs: Inputs) -> list[str]:
    """Return the currencies that figures were quoted in, by name."""
    return sorted({currency_of(figure_at(inputs, path)) for path in quoted_in(inputs)})


def rates_in(inputs: Inputs) -> dict[str, Any]:
    """Return the project's exchange rates: figures, units of the scenario's currency for one of another."""
    return dict(figure_at(inputs, RATES) or {})


def as_quoted(figure: Mapping[str, Any]) -> Figure:
    """Return the figure with value, low and high in the currency of its quote."""
    rate = figure.get("fx_rate")
    return times(figure, 1 / rate, _TYPED) if currency_of(figure) and rate else dict(figure)


def times(figure: Mapping[str, Any], factor: float, digits: int = _KEPT) -> Figure:
    """Return the figure with value, low and high multiplied, to so many digits."""
    ends = {key: figure[key] for key in ENDS if figure.get(key) is not None}
    return {**figure, **{key: float(f"{number * factor:.{digits}g}") for key, number in ends.items()}}


def is_equal(one: Any, other: Any) -> bool:
    """Tell whether two values are the same, but for the last digits that a conversion moves."""
    numbers = isinstance(one, int | float) and isinstance(other, int | float)
    return bool(isclose(one, other, rel_tol=1e-9) if numbers else one == other)


def without_idle_rates(inputs: dict[str, Any]) -> None:
    """Take out the rates of currencies that no figure is quoted in any more."""
    used = currencies_in(inputs)
    without_rates(inputs, [code for code in rates_in(inputs) if code not in used])


def without_rates(inputs: dict[str, Any], codes: Iterable[str]) -> None:
    """Take out the rates of some currencies, and the pairs in which they are drawn."""
    gone = {code: f"{RATES}.{code}" for code in codes}
    if not gone:
        return
    put(inputs, RATES, {code: rate for code, rate in rates_in(inputs).items() if code not in gone})
    pairs = figure_at(inputs, PAIRS) or []
    put(inputs, PAIRS, [one for one in pairs if not {one["first"], one["second"]} & set(gone.values())])
