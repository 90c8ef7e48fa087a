"""The frame in a real browser: no flash of a theme, language without JavaScript, the end of a session."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.portal import Portal


def signed_in(page: Page, portal: Portal) -> Page:
    page.goto(portal.sign_in_link("sheila"))
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Projects")
    # Deferred scripts run after the first paint: on a busy machine the heading is there before them.
    page.wait_for_load_state("load")
    return page


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Return a page of its own cookies; any message of the policy or of a script fails the test."""
    context = browser.new_context(color_scheme="light", reduced_motion="reduce")
    page, faults = context.new_page(), []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: "Content Security Policy" in line.text and faults.append(line.text))
    yield page
    context.close()
    assert faults == []


def test_a_chosen_theme_holds_on_the_next_page(page: Page, portal: Portal) -> None:
    page.goto(f"{portal.url}/sign-in/")
    before = page.evaluate("getComputedStyle(document.body).color")

    page.get_by_role("button", name="Switch between light and dark").click()
    page.reload()

    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate("getComputedStyle(document.body).color") != before


def test_choosing_what_the_system_has_follows_the_system_again(page: Page, portal: Portal) -> None:
    page.goto(f"{portal.url}/sign-in/")
    switch = page.get_by_role("button", name="Switch between light and dark")

    switch.click()
    switch.click()

    assert page.locator("html").get_attribute("data-theme") is None


def test_language_and_theme_work_without_javascript(browser: Browser, portal: Portal) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{portal.url}/sign-in/")

    page.get_by_role("button", name="Switch between light and dark").click()
    page.get_by_role("button", name="中文").click()

    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    context.close()


def test_the_first_tab_leads_to_the_content(page: Page, portal: Portal) -> None:
    signed_in(page, portal)
    page.reload()

    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    assert page.evaluate("document.activeElement.id") == "content"


def test_a_fragment_after_the_session_has_ended_leads_to_sign_in(page: Page, portal: Portal) -> None:
    signed_in(page, portal)
    page.context.clear_cookies(name="sessionid")

    page.evaluate("htmx.ajax('GET', '/projects/new/', {target: '#content'})")

    page.wait_for_url("**/sign-in/?next=/")


def test_a_fragment_that_is_not_there_is_reported_and_changes_nothing(page: Page, portal: Portal) -> None:
    signed_in(page, portal)

    page.evaluate("htmx.ajax('GET', '/p/nowhere/', {target: '#content'})")

    expect(page.get_by_role("status")).to_contain_text("You may not do this")
    expect(page.get_by_role("heading", level=1)).to_have_text("Projects")


def test_the_same_words_twice_are_one_note(page: Page, portal: Portal) -> None:
    signed_in(page, portal)
    say = (
        "words => document.dispatchEvent(new CustomEvent('toast', {detail: {message: words, level: 'bad'}}))"
    )

    for words in ("No answer.", "No answer.", "Something else.", "No answer."):
        page.evaluate(say, words)

    expect(page.locator(".notice--toast p")).to_have_text(["No answer.", "Something else."])


def test_narrow_screens_reach_everything_without_sideways_scrolling(page: Page, portal: Portal) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    signed_in(page, portal)

    for address in ("/", "/projects/new/"):
        page.goto(portal.url + address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
