"""The way from sign-in to a selected component works without a mouse."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.keys import tab_to
from tests.e2e.portal import Portal
from tests.e2e.walk import Walk

# The parts of paths that do not stand on one line.
BROKEN_NAMES = """names => names.flatMap(name => [...name.childNodes]).filter(part => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return range.getClientRects().length > 1;
}).map(part => part.textContent)"""


IN_SIGHT = """element => {
    const box = element.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    const top = document.elementFromPoint(x, y);
    return Boolean(top) && (element.contains(top) || top.contains(element));
}"""


def zoom_keeps_what_matters(page: Page) -> None:
    """The selection and the names of the lanes stay in sight by key, button and wheel, and after a reload."""
    page.keyboard.press("+")
    page.locator('[data-zoom="in"]').click()
    page.locator(".node.is-selected").hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    expect(page).to_have_url(re.compile(r"[?&]zoom=2\b"))
    page.reload()
    expect(page).to_have_url(re.compile(r"[?&]zoom=2\b"))
    page.wait_for_function("document.querySelector('[data-map].is-moved, [data-map]').style.inlineSize")
    assert page.locator(".node.is-selected").evaluate(IN_SIGHT)
    page.locator("#map-canvas").evaluate("frame => frame.scrollTo(300, frame.scrollTop)")
    page.wait_for_function("document.querySelector('[data-map].is-moved')")
    left = page.locator("#map-canvas").evaluate("frame => frame.getBoundingClientRect().x")
    named = page.locator(".lane-name").evaluate_all("all => all.map(one => one.getBoundingClientRect().x)")
    assert all(0 <= x - left < 40 for x in named), "the names of the lanes stay at the edge of the frame"
    page.keyboard.press("f")


def every_tab_is_in_sight(page: Page) -> None:
    """No tab of the panel lies beyond its edge, whatever the width."""
    for width in (1440, 1280, 1024):
        page.set_viewport_size({"width": width, "height": 900})
        tabs = page.locator(".inspector .tabs a")
        assert tabs.evaluate_all(f"all => all.map({IN_SIGHT})") == [True] * 6, f"at {width} pixels"
    page.set_viewport_size({"width": 1440, "height": 900})


def a_narrow_screen_shows_the_selection(page: Page) -> None:
    """The panel lies over the map and takes the focus; Escape leads back to the card."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.keyboard.press("Escape")
    expect(page).not_to_have_url(re.compile(r"[?&]sel="))
    card = page.locator("a.node").nth(2)
    card.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".inspector-name")).to_be_in_viewport()
    expect(page.locator("#map-aside")).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Escape")
    expect(card).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"[?&]sel="))
    page.set_viewport_size({"width": 1440, "height": 900})


@pytest.mark.timeout(600)
def test_the_map_is_read_by_keys_alone(page: Page, portal: Portal, archive: Path) -> None:
    page.goto(portal.sign_in_link("keira"))
    expect(page.locator("main form button")).to_be_focused()  # a page may be loaded before it takes the focus
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
    zoom_keeps_what_matters(page)
    every_tab_is_in_sight(page)
    a_narrow_screen_shows_the_selection(page)
    page.keyboard.press("Escape")
    expect(page).not_to_have_url(re.compile(r"[?&]sel="))
    page.keyboard.press("t")
    expect(page.locator(".map-table table")).to_be_visible()

    page.locator(".map-table tbody a").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".inspector-name")).to_be_visible()
    assert page.locator(".map-toolbar").evaluate("bar => bar.clientHeight < 64"), "the toolbar has one line"
    assert page.locator(".map-table").evaluate("box => box.scrollWidth <= box.clientWidth")
    assert page.locator(".map-table tbody th a").evaluate_all(BROKEN_NAMES) == []

    # Another tab chose Chinese: the next part must not come into a frame that still speaks English.
    page.context.add_cookies([{"name": "django_language", "value": "zh-hans", "url": portal.url}])
    page.keyboard.press("t")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(page.locator(".nav")).to_contain_text("迁移计划")
    expect(page.locator("a.node").first).to_be_visible()


def test_the_first_tab_offers_to_skip_to_the_content(page: Page, portal: Portal) -> None:
    Walk(page, portal, "en").sign_in("keira")
    page.reload()

    tab_to(page, ".skip-link", most=1)
    page.keyboard.press("Enter")

    expect(page).to_have_url(re.compile(r"#content$"))
