"""A threshold is rounded to the side on which what is said of it holds."""

from __future__ import annotations

import pytest

from migration_engine.tco.fleet_words import servers_in_words
from migration_engine.tco.shown import at_least, at_least_beside, beyond


@pytest.mark.parametrize(
    ("value", "shown"), [(0.724226, 0.725), (0.5, 0.5), (0.5 * (1 + 1e-12), 0.5), (1e-6, 0.001)]
)
def test_at_least_is_never_below(value: float, shown: float) -> None:
    assert at_least(value, 3) == shown


@pytest.mark.parametrize(
    ("value", "other", "shown"),
    [
        (0.724226, 0.724, (0.725, 0.724, 3)),
        (0.7241, 0.7243, (0.7241, 0.7243, 4)),
        (15 / 17, 15 / 17, (0.883, 0.883, 3)),
    ],
)
def test_two_that_differ_look_so_and_in_their_order(
    value: float, other: float, shown: tuple[float, float, int]
) -> None:
    assert at_least_beside(value, other, 3) == shown


@pytest.mark.parametrize(
    ("value", "start", "shown"),
    [
        (0.123456, 0.2, 0.1234),
        (0.123456, 0.1, 0.1235),
        (1_234_567, 1, 1_235_000),
        (-1.23456, 1, -1.235),
        (0, 3, 0),
    ],
)
def test_a_switching_value_is_rounded_away_from_the_present_one(
    value: float, start: float, shown: float
) -> None:
    assert beyond(value, start, 4) == pytest.approx(shown, rel=1e-12)


def test_many_rises_are_told_in_one() -> None:
    rises = tuple((month, month + 1) for month in range(1, 36))

    assert servers_in_words(1, rises).en == "1, rising in 35 steps to 36 in month 35"
    assert servers_in_words(3, ((2, 4),)).en == "3, rising to 4 in month 2"
    assert servers_in_words(3, ()).zh == "3"
