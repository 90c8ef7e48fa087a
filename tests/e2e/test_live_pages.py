"""Pages that keep themselves up to date leave focus, marks and open parts alone, and rest when hidden."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.day import Day
from tests.e2e.portal import Portal
from tests.e2e.walk import Walk

HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
TWO_ROUNDS_MS = 7_000


@pytest.fixture
def day(page: Page, portal: Portal) -> Day:
    """Return an operator with a project of their own and no node."""
    day = Day(Walk(page, portal, "en"))
    day.begin("petra", "Live pages")
    return day


@pytest.mark.timeout(300)
def test_news_leave_marks_focus_and_open_parts_alone(day: Day, page: Page) -> None:
    kept, other = day.request_inventory(), day.request_inventory()
    day.open("jobs/")
    page.locator(f"#tick-{kept}").check()
    page.locator("#bulk-cancel summary").click()
    page.locator(f"#tick-{kept}").focus()
    beside = page.context.new_page()

    beside.goto(day.at(f"jobs/{other}/"))
    beside.locator("#cancel summary").click()
    beside.locator("#cancel form button").click()
    # A page closed in the middle of a navigation may never say that it closed.
    expect(beside.locator("#retry")).to_be_visible()
    beside.close()

    expect(page.locator(f"#job-{other} .status")).to_have_text("Canceled", timeout=30_000)
    expect(page.locator(f"#tick-{kept}")).to_be_checked()
    expect(page.locator(f"#tick-{kept}")).to_be_focused()
    expect(page.locator("#bulk-cancel button")).to_be_visible()
    expect(page.locator("#said")).to_contain_text("Ended: 1")


@pytest.mark.timeout(300)
def test_a_page_that_nobody_sees_asks_for_nothing(day: Day, page: Page) -> None:
    asked: list[str] = []
    day.open("jobs/")
    queue = page.url
    page.on("request", lambda request: request.url == queue and asked.append(request.url))

    page.evaluate(HIDE, True)
    page.wait_for_timeout(TWO_ROUNDS_MS)
    assert asked == []

    with page.expect_request(queue):
        page.evaluate(HIDE, False)
