"""Going through a page by keys, as somebody without a mouse does."""

from __future__ import annotations

from playwright.sync_api import Page

# A card of the map draws its focus as the stroke of its box, everything else as an outline.
SHOWS_FOCUS = """() => {
    const focused = document.activeElement, box = focused.querySelector(".node-box");
    if (!box) return getComputedStyle(focused).outlineStyle !== "none";
    const other = [...document.querySelectorAll(".node-box")].find(one => one !== box);
    return getComputedStyle(box).strokeWidth !== getComputedStyle(other).strokeWidth
        || getComputedStyle(box).stroke !== getComputedStyle(other).stroke;
}"""


def tab_to(page: Page, selector: str, *, most: int = 60) -> None:
    """Press Tab until the focus is on the element, and see that the focus is visible."""
    for _press in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            assert page.evaluate(SHOWS_FOCUS)
            return
    raise AssertionError(f"{most} Tabs on {page.url} do not reach {selector}")
