"""The ratios at which whole numbers of Ascend servers are just enough, around the present fleet."""

from __future__ import annotations

import numpy as np

from migration_engine.tco.numbers import Array, Numbers
from migration_engine.tco.sizing import fleet_of, need_of, up
from migration_engine.tco.variants import at_ratio

# A chart with more steps than this says nothing; those around the present fleet matter.
_MOST_STEPS = 60
# Demand of next to nothing asks for next to no throughput; no device is that slow.
LEAST_RATIO = 1e-9
# Of a range of ratios on a logarithmic scale, down to the precision of a number.
_HALVINGS = 60


def at_par(numbers: Numbers) -> Array:
    """Instances that Ascend would need at ratio 1, before rounding: a row each for answers and prompts."""
    par = at_ratio(numbers, np.ones(1))
    need = need_of(par.side("ascend"), 1 - par["gpu_kept_share"])
    rows = [need.answering, need.reading] if np.any(need.reading > 0) else [need.answering]
    return np.concatenate([np.broadcast_to(row, (1, numbers.months.size)) for row in rows])


def servers_at(numbers: Numbers, ratios: Array) -> Array:
    """Ascend servers at each ratio, (n, months)."""
    tried = at_ratio(numbers, ratios)
    return fleet_of(tried.side("ascend"), 1 - tried["gpu_kept_share"]).servers


def listed_ratios(numbers: Numbers, needed: Array) -> Array:
    """The ratios, growing, at which some number of servers is just enough, at the start or at the end."""
    ascend = numbers.side("ascend")
    per_server = float((ascend["devices_per_server"] / ascend["devices_per_instance"])[0, 0])
    need = need_of(ascend, 1 - numbers["gpu_kept_share"])
    now = max(1.0, float(np.ceil((up(need.answering) + up(need.reading))[0, 0] / per_server)))
    first = max(1.0, now - _MOST_STEPS // 2)
    serving = np.arange(first, min(first + _MOST_STEPS - 1, now * 2) + 1)
    if needed.shape[0] > 1:
        ratios = _halved(numbers, serving)
    else:
        instances = np.floor(serving * per_server)
        ratios = (needed[0, [[0], [-1]]] / instances[instances >= 1]).ravel()
    return np.unique(ratios[ratios >= LEAST_RATIO])


def _halved(numbers: Numbers, serving: Array) -> Array:
    """The same where answers and prompts fill the servers together, so that no formula leads there."""
    spare = numbers.side("ascend").own("redundancy_servers") * numbers["sites"]
    wanted = np.tile(serving, 2) + spare[0, 0]
    low, high = np.full(wanted.size, LEAST_RATIO), np.full(wanted.size, 1 / LEAST_RATIO)
    for _ in range(_HALVINGS):
        middle = np.sqrt(low * high)
        enough = _at_both_ends(numbers, middle) <= wanted
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    reached: Array = high[_at_both_ends(numbers, high) <= wanted]
    return reached


def _at_both_ends(numbers: Numbers, ratios: Array) -> Array:
    """Servers at the start for the first half of the ratios, at the end for the other."""
    servers = servers_at(numbers, ratios)
    half = ratios.size // 2
    return np.concatenate([servers[:half, 0], servers[half:, -1]])
