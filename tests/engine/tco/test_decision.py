"""Payback that holds, and a rate of return only where one exists."""

from __future__ import annotations

import pytest

from migration_engine.tco.decision import irr_annual, payback_month
from tests.engine.tco.samples import evaluated


def _monthly_for(annual: float) -> float:
    return (1 + annual) ** (1 / 12)


@pytest.mark.parametrize(
    ("flow", "month"),
    [([-100, 60, 60], 2), ([-100, 120, -50, 40], 3), ([-100, 10], None), ([5, 1], 0), ([0, -3, 3], 2)],
)
def test_payback_is_the_first_month_that_holds(flow: list[float], month: int | None) -> None:
    assert payback_month(flow) == month


@pytest.mark.parametrize(
    ("flow", "monthly"), [([-100, 39, 59, 55, 20], 0.28095), ([-100, 0, 0, 74], -0.0955)]
)
def test_the_rate_of_return_matches_published_examples(flow: list[float], monthly: float) -> None:
    annual = irr_annual(flow)

    assert annual is not None
    assert _monthly_for(annual) - 1 == pytest.approx(monthly, abs=5e-5)


@pytest.mark.parametrize("flow", [[-100, 230, -132], [-100, -10, -5], [0, 0, 0], [-100, float("nan"), 5]])
def test_no_rate_of_return_without_exactly_one_change_of_sign(flow: list[float]) -> None:
    assert irr_annual(flow) is None


def test_money_first_and_outlays_later_is_borrowing_and_earns_no_rate() -> None:
    assert irr_annual([100, -50, -60]) is None
    assert irr_annual([-100, 50, 60]) is not None
    assert irr_annual([0, -100, 0, 50, 60]) is not None


def test_a_cheaper_purchase_that_dearer_running_eats_up_has_no_rate_of_return() -> None:
    result = evaluated(
        sides__ascend__server_price=100_000, sides__ascend__fte=9, sides__ascend__residual_share=0
    )

    flow = [row.difference for row in result.monthly]
    assert flow[0] > 0 > max(flow[1:])
    assert result.irr is None
