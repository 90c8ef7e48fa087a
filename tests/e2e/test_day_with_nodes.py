"""A day with nodes in a real browser: enrol, run, kill in mid-job, another takes over, retry, cancel, drain.

Two nodes of real processes, one after the other, in both languages; every station is looked at.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.e2e.day import Day
from tests.e2e.portal import Portal
from tests.e2e.walk import Walk

PROJECTS = {"en": "A day with nodes", "zh-hans": "节点的一天"}


@pytest.mark.timeout(900)
@pytest.mark.parametrize("language", list(PROJECTS))
def test_a_node_dies_in_the_middle_of_the_day_and_nothing_is_lost(
    page: Page, portal: Portal, language: str
) -> None:
    day = Day(Walk(page, portal, language, looks=True))
    day.begin(f"olga-{language}", PROJECTS[language])
    day.see_that_nothing_is_there()

    first = day.enrol("first")
    day.run_short_job("first")
    job = day.request_long_job()
    day.see_running_on(job, "first")
    day.kill(first, "first")
    day.enrol("second")
    day.see_taken_over(job, by="second")

    day.cancel(job)
    day.retry(job, reason="The second node has time now")
    day.drain("second")
    waiting = day.request_inventory()
    day.see_waiting_for_a_drained_node(waiting)
    day.cancel_marked(waiting)
    day.retry_marked(waiting, reason="After all")
