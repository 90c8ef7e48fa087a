"""The sum of three-point estimates, and how far it may be off."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from migration_engine.effort import Range, spread_of

LAYERS = [Range(10, 20, 60), Range(5, 8, 11), Range(0, 4, 20)]


def test_means_add_up_and_deviations_lie_between_apart_and_together() -> None:
    spread = spread_of(LAYERS)

    assert spread.mean == pytest.approx((10 + 80 + 60) / 6 + (5 + 32 + 11) / 6 + (0 + 16 + 20) / 6)
    assert spread.together == pytest.approx((50 + 6 + 20) / 6)
    assert spread.apart == pytest.approx((50**2 + 6**2 + 20**2) ** 0.5 / 6)
    assert spread.correlated(0) == spread.apart
    assert spread.correlated(1) == spread.together


@pytest.mark.parametrize("rho", [0.0, 0.3, 0.8])
def test_a_correlation_is_that_of_every_two_estimates(rho: float) -> None:
    deviations = np.array([(one.high - one.low) / 6 for one in LAYERS])
    matrix = np.full((3, 3), rho) + (1 - rho) * np.eye(3)

    assert spread_of(LAYERS).correlated(rho) == pytest.approx(float(deviations @ matrix @ deviations) ** 0.5)


days = st.floats(0, 1000)


@given(st.lists(st.tuples(days, days, days).map(lambda three: Range(*sorted(three)))), st.floats(0, 1))
def test_no_assumption_leaves_the_two_ends(estimates: list[Range], rho: float) -> None:
    spread = spread_of(estimates)

    assert spread.apart <= spread.together * (1 + 1e-9)
    assert spread.apart * (1 - 1e-9) <= spread.correlated(rho) <= spread.together * (1 + 1e-9) + 1e-12


def test_nothing_to_do_spreads_over_nothing() -> None:
    assert spread_of([]) == spread_of([Range(0, 0, 0)])
