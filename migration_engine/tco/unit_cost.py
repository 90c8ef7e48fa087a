"""What a million tokens and a request cost: the accounting view, beside the cash."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from migration_engine.tco.cashflow import World
from migration_engine.tco.discount import present_value
from migration_engine.tco.numbers import HOURS_PER_MONTH, Array, Numbers
from migration_engine.tco.sizing import mean_tokens


@dataclass(frozen=True, slots=True)
class UnitCosts:
    """Money, positive; NaN where there is no traffic to speak of or an input is unknown."""

    per_million: float
    levelised_per_million: float
    per_request: float
    per_million_input: float
    per_million_output: float


def unit_costs_of(world: World, numbers: Numbers) -> UnitCosts:
    """Running cost and straight-line write-down by the tokens served over the horizon."""
    tokens = np.where(numbers.running, mean_tokens(numbers) * 3600 * HOURS_PER_MONTH, 0.0)
    served = float(tokens.sum())
    if served < numbers.months[-1]:  # less than a token a month: a price per token has no meaning
        return UnitCosts(*[np.nan] * 5)
    cost = float(world.opex.total.sum() + world.capital.written_down.sum()) / served
    levelised = -float(present_value(world.total, numbers)[0] / present_value(tokens, numbers)[0])
    return UnitCosts(cost * 1e6, levelised * 1e6, *_by_token_type(cost, numbers))


def _by_token_type(cost: float, numbers: Numbers) -> tuple[float, float, float]:
    tokens_in, tokens_out = (
        numbers.find(f"demand.{kind}_tokens_per_request") for kind in ("input", "output")
    )
    if tokens_in is None or tokens_out is None:
        return np.nan, np.nan, np.nan
    into, out, weight = map(_one, (tokens_in, tokens_out, numbers["demand.output_token_weight"]))
    if into + out == 0:
        return np.nan, np.nan, np.nan
    a_request = cost * (into + out)
    one_in, one_out = split_by_token_type(a_request, into, out, weight)
    return a_request, one_in * 1e6, one_out * 1e6


def split_by_token_type(
    cost: float, tokens_in: float, tokens_out: float, weight: float
) -> tuple[float, float]:
    """The cost of one input and one output token, an output token weighing `weight` input tokens."""
    one_in = cost / (tokens_in + weight * tokens_out)
    return one_in, weight * one_in


def _one(values: Array) -> float:
    return float(values[0, 0])
