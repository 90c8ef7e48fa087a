"""The way from sign-in to a selected component works without a mouse."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.portal import Portal
from tests.e2e.walk import Walk


def tab_to(page: Page, selector: str, *, most: int = 60) -> None:
    """Press Tab until the focus is on the element, and see that the focus is visible."""
    for _press in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
            return
    raise AssertionError(f"{most} Tabs on {page.url} do not reach {selector}")


@pytest.mark.timeout(600)
def test_the_map_is_read_by_keys_alone(page: Page, portal: Portal, archive: Path) -> None:
    page.goto(portal.sign_in_link("keira"))
    page.keyboard.press("Enter")
    page.wait_for_url(f"{portal.url}/")
    walk = Walk(page, portal, "en")
    tab_to(page, 'main a[href="/projects/new/"]')
    page.keyboard.press("Enter")
    page.wait_for_url("**/projects/new/")
    tab_to(page, "#id_name")
    page.keyboard.type("By keys")
    page.keyboard.press("Enter")
    page.wait_for_url("**/scans/new/")
    page.locator('input[type="file"]').set_input_files(archive)
    tab_to(page, "main form button.button--primary")
    page.keyboard.press("Enter")
    walk.await_scan()
    tab_to(page, f'.nav a[href$="/p/{walk.slug}/map/"]')
    page.keyboard.press("Enter")
    expect(page.locator("a.node").first).to_be_visible()

    tab_to(page, "a.node")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"[?&]sel="))
    page.keyboard.press("Escape")
    expect(page).not_to_have_url(re.compile(r"[?&]sel="))
    page.keyboard.press("t")
    expect(page.locator(".map-table table")).to_be_visible()


def test_the_first_tab_offers_to_skip_to_the_content(page: Page, portal: Portal) -> None:
    page.goto(f"{portal.url}/sign-in/")

    tab_to(page, ".skip-link", most=3)
    page.keyboard.press("Enter")

    expect(page).to_have_url(re.compile(r"#content$"))
