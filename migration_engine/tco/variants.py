"""The NPV difference of many variants of one scenario at once: what every analysis is made of."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from migration_engine.tco.cashflow import Worlds, worlds_of
from migration_engine.tco.discount import present_value
from migration_engine.tco.numbers import Array, Changes, Numbers

RATIO = "ratio"
"""Stands for the throughput of an Ascend device as a share of a GPU's."""

# As many variants at once as fit into the processor's caches, however many are asked for.
_BATCH = 1_000
_RATES = ("tokens_per_s_per_device", "prefill_tokens_per_s_per_device", "requests_per_s_per_instance")


def npv_differences(
    base: Numbers, changes: Changes, *, like: Worlds | None = None, whole: bool = True
) -> Array:
    """Migrate minus stay, (n,), for n values at each changed path; NaN where an input is unknown.

    `like` and `whole` are those of `worlds_of`.
    """
    size = max((values.size for values in changes.values()), default=1)
    parts = (
        _differences(changed(base, _part(changes, start)), like, whole=whole)
        for start in range(0, size, _BATCH)
    )
    return np.concatenate(list(parts))


def _part(changes: Changes, start: int) -> Changes:
    return {path: values[start : start + _BATCH] for path, values in changes.items()}


def _differences(numbers: Numbers, like: Worlds | None, *, whole: bool) -> Array:
    worlds = worlds_of(numbers, like=like, whole=whole)
    return present_value(worlds.migrate.total - worlds.stay.total, numbers)


def changed(base: Numbers, changes: Changes) -> Numbers:
    """The numbers with the changes, `ratio` turned into what an Ascend device does."""
    rest = {path: values for path, values in changes.items() if path != RATIO}
    others = base.changed(rest) if rest else base
    return at_ratio(others, changes[RATIO]) if RATIO in changes else others


def at_ratio(numbers: Numbers, ratio: Array) -> Numbers:
    """The numbers with n ratios: each rate of an Ascend device is that of a GPU, times the ratio."""
    gpu, ascend = numbers.side("gpu"), numbers.side("ascend")
    column = ratio.reshape(-1, 1)
    rates = {key: gpu.find(key) for key in _RATES}
    changes = {f"sides.ascend.{key}": rate * column for key, rate in rates.items() if rate is not None}
    if (requests := rates["requests_per_s_per_instance"]) is not None:
        per_device = requests / gpu["devices_per_instance"] * ascend["devices_per_instance"]
        changes["sides.ascend.requests_per_s_per_instance"] = per_device * column
    return numbers.changed({path: values.ravel() for path, values in changes.items()})


def one_at_a_time(base: Numbers, paths: Sequence[str], values: Array) -> Changes:
    """Changes for a variant a path: that input has its value, all others stay as they are."""
    changes = {path: np.full(len(paths), base[path][0, 0]) for path in dict.fromkeys(paths)}
    for at, (path, value) in enumerate(zip(paths, values, strict=True)):
        changes[path][at] = value
    return changes
