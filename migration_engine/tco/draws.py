"""Random values of the inputs that have a range, some of them drawn together."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

import numpy as np

from migration_engine.tco.numbers import Array
from migration_engine.tco.ranges import Ranged
from migration_engine.tco.scenario import Correlation, Distribution, Sampling

_WEIGHT_OF_THE_LIKELY = 4


def draws_of(inputs: Sequence[Ranged], sampling: Sampling) -> dict[str, Array]:
    """`sampling.draws` values for each input, the same for the same seed whatever other inputs vary."""
    drawn = {one.path: _drawn(one, sampling) for one in inputs}
    together = [one for one in sampling.together if one.first in drawn and one.second in drawn]
    return drawn | _tied(drawn, together, sampling.seed)


def correlation_matrix(correlations: Sequence[Correlation]) -> tuple[list[str], Array]:
    """The inputs that are drawn together and their correlation matrix, (k, k)."""
    paths = list(dict.fromkeys(path for one in correlations for path in (one.first, one.second)))
    matrix = np.eye(len(paths))
    for one in correlations:
        row, column = paths.index(one.first), paths.index(one.second)
        matrix[row, column] = matrix[column, row] = one.rho
    return paths, matrix


def _drawn(one: Ranged, sampling: Sampling) -> Array:
    random = np.random.default_rng([sampling.seed, crc32(one.path.encode())])
    if sampling.distribution is Distribution.TRIANGULAR:
        values = random.triangular(one.low, one.value, one.high, sampling.draws)
    else:
        span = one.high - one.low
        alpha = 1 + _WEIGHT_OF_THE_LIKELY * (one.value - one.low) / span
        beta = 1 + _WEIGHT_OF_THE_LIKELY * (one.high - one.value) / span
        values = one.low + span * random.beta(alpha, beta, sampling.draws)
    return np.rint(values) if one.bounds.whole else values


def _tied(drawn: dict[str, Array], together: Sequence[Correlation], seed: int) -> dict[str, Array]:
    """A Gaussian copula: each input keeps its values, in the order of correlated normal ones."""
    if not together:
        return {}
    paths, matrix = correlation_matrix(together)
    draws = drawn[paths[0]].size
    normal = np.random.default_rng([seed, crc32(b"together")]).standard_normal((draws, len(paths)))
    weights, directions = np.linalg.eigh(matrix)
    tied = normal @ (directions * np.sqrt(np.maximum(weights, 0.0))).T
    ranks = tied.argsort(axis=0).argsort(axis=0)
    return {path: np.sort(drawn[path])[ranks[:, at]] for at, path in enumerate(paths)}
