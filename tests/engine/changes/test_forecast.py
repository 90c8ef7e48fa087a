"""A forecast is a range from three scans on, and says so when there is none."""

import pytest

from migration_engine.changes import Outlook, forecast


@pytest.mark.parametrize(
    ("points", "outlook"),
    [
        ([], Outlook.TOO_FEW),
        ([(0, 10), (7, 5)], Outlook.TOO_FEW),
        ([(0, 10), (7, 5), (14, 0)], Outlook.DONE),
        ([(0, 10), (7, 12), (14, 14)], Outlook.NO_END),
        ([(0, 10), (7, 5), (14, 10)], Outlook.NO_END),
    ],
)
def test_what_can_be_said(points, outlook):
    assert forecast(points).outlook is outlook


def test_the_fastest_and_the_slowest_step_bound_the_range():
    told = forecast([(0, 100), (10, 80), (20, 70)])

    assert (told.outlook, told.earliest_days, told.latest_days) == (Outlook.RANGE, 35, 70)


def test_a_step_back_leaves_the_end_open():
    assert forecast([(0, 100), (10, 60), (20, 70)]).latest_days is None


def test_two_scans_in_one_minute_do_not_make_a_pace_of_infinity():
    assert forecast([(0, 100), (0, 90), (1, 80)]).earliest_days == pytest.approx(80 / 240)
