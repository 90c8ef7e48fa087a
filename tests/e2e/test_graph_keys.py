"""The dependency graph is read, opened and left by keys alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.keys import tab_to
from tests.e2e.portal import Portal
from tests.e2e.walk import Walk

# Every stop of the path lies in the frame, and no edge that is not of the path is lit.
WAY_IS_SEEN = """() => {
  const canvas = document.getElementById("graph-canvas"), stops = canvas._cyreg?.cy.nodes(".lit");
  const [w, h] = [canvas.clientWidth, canvas.clientHeight];
  return stops?.nonempty() && canvas._cyreg.cy.edges(".near").empty()
    && stops.map((one) => one.renderedBoundingBox())
      .every((box) => 0 <= box.x1 && 0 <= box.y1 && box.x2 <= w && box.y2 <= h);
}"""


@pytest.mark.timeout(600)
def test_the_graph_is_read_by_keys_alone(page: Page, portal: Portal, archive: Path) -> None:
    walk = Walk(page, portal, "en")
    walk.sign_in("gina")
    walk.make_project("Graph by keys")
    walk.scan(archive)
    tab_to(page, f'.nav a[href$="/p/{walk.slug}/graph/"]')
    page.keyboard.press("Enter")
    expect(page.locator("#graph-canvas canvas").first).to_be_visible(timeout=180_000)

    page.keyboard.press("ArrowRight")  # the focus is on the link that led here
    expect(page.locator("#graph-said")).to_contain_text("layer L5")
    expect(page.locator("#graph-canvas")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#graph-said")).to_contain_text("layer L")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"[?&]sel="))
    page.keyboard.press("+")
    expect(page).to_have_url(re.compile(r"[?&]zoom="))
    expect(page.locator(".inspector-name")).to_be_visible()
    turn_the_wheel(page)
    page.keyboard.press("e")
    expect(page).to_have_url(re.compile(r"[?&]expand="))
    page.reload()
    expect(page.locator(".inspector-name")).to_be_visible(timeout=60_000)
    expect(page.locator("#graph-canvas canvas").first).to_be_visible(timeout=60_000)
    page.keyboard.press("p")
    expect(page.locator("#graph-to")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    expect(page).not_to_have_url(re.compile(r"[?&]expand="))
    page.keyboard.press("Escape")
    expect(page).not_to_have_url(re.compile(r"[?&]sel="))
    page.keyboard.press("/")
    page.keyboard.type("kernels")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"[?&]q=kernels"))
    page.goto(f"{portal.url}/p/{walk.slug}/graph/?sel=docqa%2Fweb&to=docqa%2Fruntime")
    page.wait_for_function(WAY_IS_SEEN)


def turn_the_wheel(page: Page) -> None:
    """One notch zooms as far as a button does, about the pointer; frames are drawn without layers."""
    zoomed = "document.getElementById('graph-canvas')._cyreg.cy.zoom()"
    before = page.evaluate(zoomed)
    page.locator("#graph-canvas").hover()
    page.mouse.wheel(0, -100)
    page.wait_for_function(f"Math.abs({zoomed} / {before} - 1.25) < 0.01")
    layers = "document.getElementById('graph-canvas')._cyreg.cy.renderer().data.lyrTxrCache.getLayers()"
    assert page.evaluate(layers) is None
