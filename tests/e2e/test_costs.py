"""A manager's way from twelve questions to scenarios side by side, in a real browser, in both languages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.portal import Portal
from tests.e2e.walk import Walk

PROJECTS = {"en": "Cost of answers", "zh-hans": "成本问答"}


def answer_the_questions(walk: Walk) -> None:
    """Enter the work and the price, skip the rest; each answer stays in the address."""
    page = walk.page
    page.goto(f"{walk.portal.url}/p/{walk.slug}/tco/questions/?step=5")
    page.locator('[id="id_sides.ascend.server_price"]').fill("900000")
    walk.look("tco-question")
    page.locator(".tco-question button.button--primary").click()
    expect(page).to_have_url(re.compile(r"server_price=900000.*step=6"))
    page.locator(".tco-stops a").nth(10).click()
    page.locator('[id="id_migration.person_days.likely"]').fill("120")
    page.locator(".tco-question button.button--primary").click()
    page.locator(".tco-question button.button--primary").click()
    expect(page.locator("#answer")).not_to_have_class(re.compile("unknown"))


def move_the_ratio(walk: Walk) -> None:
    """Move a slider by keys: verdict, address and analyses follow, and a reload shows the same."""
    page = walk.page
    before = page.locator("#verdict").inner_text()
    expect(page.locator("#table-histogram .tco-chances")).to_be_visible(timeout=30_000)
    expect(
        page.locator(".js-plotly-plot").first
    ).to_be_visible()  # drawn by the script that follows the sliders
    page.locator("#lever-ratio").focus()
    page.keyboard.press("End")
    expect(page.locator("#verdict")).not_to_have_text(before)
    expect(page).to_have_url(re.compile(r"ratio=1\.5"))
    expect(page.locator("#table-histogram .tco-chances")).to_be_visible(timeout=30_000)
    expect(page.locator("#spread dd")).to_have_text(re.compile(r"\d"))
    for chart in ("cumulative", "waterfall", "staircase", "tornado", "histogram"):
        expect(page.locator(f'[data-chart="{chart}"] .main-svg').first).to_be_visible()
    moved = page.locator("#verdict").inner_text()
    walk.look("tco-what-if")
    page.reload()
    expect(page.locator("#verdict")).to_have_text(moved)


def put_scenarios_side_by_side(walk: Walk) -> None:
    """Keep the change under a name, add a ready-made scenario with one click, read both."""
    page = walk.page
    page.locator("#variant-name").fill("2026 Q4")
    page.locator("#changes button[formaction]").click()
    page.wait_for_url("**/tco/scenarios/")
    page.locator('.tco-ready button[value="gpus_owned"]').click()
    expect(page.locator(".tco-beside thead th[scope=col]")).to_have_count(4)
    walk.look("tco-scenarios")


def ask_whether_it_fits(walk: Walk) -> None:
    """Estimate a model that fits and one that does not; the rates go into the comparison."""
    page = walk.page
    page.locator(f'.tco-tabs a[href$="/p/{walk.slug}/tco/fit/"]').click()
    walk.look("tco-fit")
    page.locator("#id_context").fill("1000000")
    page.locator("#id_concurrency").fill("500")
    page.locator("form[aria-labelledby='fit-form'] .button").click()
    expect(page.locator(".chip--warn").first).to_be_visible()
    walk.look("tco-fit-not")


@pytest.mark.timeout(600)
@pytest.mark.parametrize("language", list(PROJECTS))
def test_a_manager_walks_from_questions_to_scenarios(page: Page, portal: Portal, language: str) -> None:
    walk = Walk(page, portal, language, looks=True)

    walk.sign_in(f"mona-{language}")
    walk.make_project(PROJECTS[language])
    answer_the_questions(walk)
    move_the_ratio(walk)
    put_scenarios_side_by_side(walk)
    ask_whether_it_fits(walk)
    page.set_viewport_size({"width": 390, "height": 800})
    for address in ("", "questions/", "scenarios/", "fit/", "register/", "rates/", "print/", "snapshots/"):
        page.goto(f"{portal.url}/p/{walk.slug}/tco/{address}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
