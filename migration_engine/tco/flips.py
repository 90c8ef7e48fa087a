"""From which value on a verdict holds: a search that trusts nothing but the differences themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from migration_engine.tco.numbers import Array

_INNER = 8
_ROUNDS = 24
# Two ratios that close are one.
_EXACT = 2e-11


class Pays(StrEnum):
    """Over all ratios: migrating pays at none up to the highest, from one on, or at every one."""

    NEVER = "never"
    FROM = "from"
    ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class Flip:
    """The lowest ratio from which on it pays at all higher ones, with its difference.

    `jumps` where the difference skips zero there.
    """

    pays: Pays
    at: float | None = None
    difference: float | None = None
    jumps: bool = False


@dataclass(frozen=True, slots=True)
class _Tried:
    """Growing ratios and the difference at each."""

    ratios: Array
    differences: Array

    @property
    def last(self) -> int:
        """Where the highest ratio stands at which it doesn't pay."""
        return int(np.flatnonzero(self.differences < 0)[-1])


def lasting_flip(
    difference: Callable[[Array], Array], ratios: Array, differences: Array, close: float
) -> Flip:
    """Narrow the highest change of sign among growing ratios; a difference up to `close` counts as none.

    `difference` gives the money at each of an array of ratios. Between two neighbours a further pair of
    changes may hide; every ratio that is tried on the way is minded.
    """
    tried = _Tried(ratios, differences)
    if differences[-1] < 0:
        return Flip(Pays.NEVER)
    if not np.any(differences < 0):
        return Flip(Pays.ALWAYS)
    for _ in range(_ROUNDS):
        below = tried.last
        low, high = tried.ratios[below], tried.ratios[below + 1]
        if high / low - 1 <= _EXACT:
            break
        guess = _straight(tried, below)
        tried = _narrowed(difference, tried, below, guess)
        at = int(np.flatnonzero(tried.ratios == guess)[0])
        if abs(tried.differences[at]) <= close and np.all(tried.differences[at + 1 :] >= -close):
            return Flip(Pays.FROM, guess, float(tried.differences[at]))
    below = tried.last
    lack, gain = (float(tried.differences[at]) for at in (below, below + 1))
    return Flip(Pays.FROM, float(tried.ratios[below + 1]), gain, gain - lack > close)


def _straight(tried: _Tried, below: int) -> float:
    """Where the difference is zero if it is straight over 1/ratio, as it is over the number of servers."""
    low, high = (float(1 / tried.ratios[at]) for at in (below, below + 1))
    lack, gain = (float(tried.differences[at]) for at in (below, below + 1))
    return 1 / (high + (low - high) * gain / (gain - lack))


def _narrowed(difference: Callable[[Array], Array], tried: _Tried, below: int, guess: float) -> _Tried:
    """The two neighbours with more ratios between them."""
    ends = slice(below, below + 2)
    low, high = tried.ratios[ends]
    inner = np.unique(np.append(np.geomspace(low, high, _INNER + 2)[1:-1], guess))
    ratios = np.concatenate([tried.ratios[ends], inner])
    differences = np.concatenate([tried.differences[ends], difference(inner)])
    order = np.argsort(ratios, kind="stable")
    return _Tried(ratios[order], differences[order])
