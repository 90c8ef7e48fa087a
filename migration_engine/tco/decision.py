"""Payback, crossings and internal rate of return of a difference flow."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, groupby, pairwise
from math import isnan

_STEPS = 60


def payback_month(flow: Sequence[float]) -> int | None:
    """The first month from which the running sum is never negative again; None when there is none."""
    sums = list(accumulate(flow))
    if any(isnan(total) for total in sums) or not sums or sums[-1] < 0:
        return None
    below = [month for month, total in enumerate(sums) if total < 0]
    return below[-1] + 1 if below else 0


def crossings(flow: Sequence[float]) -> tuple[float, ...]:
    """The months, interpolated, at which the running sum changes its sign: where two cost lines meet."""
    sums = list(accumulate(flow))
    if any(isnan(total) for total in sums):
        return ()
    known = [(month, total) for month, total in enumerate(sums) if total != 0]
    return tuple(
        before + (after - before) * here / (here - there)
        for (before, here), (after, there) in pairwise(known)
        if (here < 0) != (there < 0)
    )


def irr_annual(flow: Sequence[float]) -> float | None:
    """The yearly rate that outlays earn; None unless they come first and only gains follow.

    With more changes there may be several roots, and libraries disagree on which one to print. Money first
    and outlays later is borrowing: the root is then what the money costs, and a higher one is worse.
    """
    if any(isnan(amount) for amount in flow) or _signs(flow) != [False, True]:
        return None
    factor = _root(flow)
    return None if factor is None else float((1 / factor) ** 12 - 1)


def _signs(flow: Sequence[float]) -> list[bool]:
    """Whether the flow is positive, one entry for each stretch of one sign."""
    # Sums of money leave dust behind; a billionth of the largest amount is no change of sign.
    dust = 1e-9 * max((abs(amount) for amount in flow), default=0.0)
    return [positive for positive, _ in groupby(amount > 0 for amount in flow if abs(amount) > dust)]


def _root(flow: Sequence[float]) -> float | None:
    """The one positive root in x = 1/(1+rate) of the sum of amount * x**month."""
    low, high = 0.25, 4.0
    opening = _worth(flow, low)
    if opening * _worth(flow, high) > 0:
        return None
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if opening * _worth(flow, middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _worth(flow: Sequence[float], factor: float) -> float:
    total = 0.0
    for amount in reversed(flow):
        total = total * factor + amount
    return total
