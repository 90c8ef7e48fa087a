"""A manager's way from twelve questions to a signed snapshot, in a real browser, in both languages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.portal import Portal
from tests.e2e.walk import Walk

QUOTE = {
    "value": "900000", "low": "800000", "high": "1100000", "origin": "quote", "source": "Offer 12",
    "evidence": "https://example.org/offer-12.pdf", "owner": "Mona", "valid_until": "2099-12-31",
    "reason": "12/2026",
}  # fmt: skip
GUESS = {"origin": "expert", "source": "", "evidence": "", "valid_until": "", "reason": "12/2026"}
PROJECTS = {"en": "Cost of answers", "zh-hans": "成本问答"}


def answer_the_questions(walk: Walk) -> None:
    """Enter the work and the price, skip the rest; each answer stays in the address until it is saved."""
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
    page.locator("#changes button.button--primary").click()
    expect(page.locator(".notice--good").first).to_be_visible()


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


def say_of_the_price(walk: Walk, figure: dict[str, str]) -> None:
    """Enter in the register what a server costs and who vouches for it, then keep that as a snapshot."""
    page = walk.page
    page.goto(f"{walk.portal.url}/p/{walk.slug}/tco/register/?edit=sides.ascend.server_price#edit")
    past = page.locator(".tco-history li").count()
    for name, text in figure.items():
        field = page.locator(f"#assumption_{name}")
        field.select_option(text) if name == "origin" else field.fill(text)
    page.locator(".tco-assumption button.button--primary").click()
    expect(page.locator(".tco-history li")).to_have_count(past + 1)
    page.locator(f'.tco-tabs a[href$="/p/{walk.slug}/tco/snapshots/"]').click()
    walk.submit.click()
    expect(page.locator(".report-reliance")).to_be_visible()


def sign_as_the_manager(walk: Walk) -> None:
    """Another signs what Mona entered, once the page has shown what differs from the snapshot before."""
    page, manager = walk.page, f"max-{walk.language}"
    link, last = walk.portal.sign_in_link(manager), page.url
    page.goto(f"{walk.portal.url}/p/{walk.slug}/members/")
    page.locator("#id_username").fill(manager)
    page.locator("#id_role").select_option("manager")
    walk.submit.click()
    expect(page.locator("tbody", has_text=manager)).to_be_visible()
    page.context.clear_cookies()
    walk.enter(link)
    page.goto(f"{last}?with=1")
    expect(page.locator(".tco-effects tbody tr").first).to_contain_text("Offer 12")
    walk.look("tco-difference")
    page.locator('form[action$="/review/"] button').click()
    page.locator('form[action$="/approve/"] button').click()
    expect(page.locator('form[action$="/approve/"]')).to_have_count(0)
    walk.look("tco-approved")


@pytest.mark.timeout(600)
@pytest.mark.parametrize("language", list(PROJECTS))
def test_a_manager_walks_from_questions_to_a_signed_snapshot(
    page: Page, portal: Portal, language: str
) -> None:
    walk = Walk(page, portal, language, looks=True)

    walk.sign_in(f"mona-{language}")
    walk.make_project(PROJECTS[language])
    answer_the_questions(walk)
    move_the_ratio(walk)
    put_scenarios_side_by_side(walk)
    ask_whether_it_fits(walk)
    say_of_the_price(walk, QUOTE)
    say_of_the_price(walk, GUESS)
    sign_as_the_manager(walk)
    page.set_viewport_size({"width": 390, "height": 800})
    for address in (
        "",
        "questions/",
        "scenarios/",
        "fit/",
        "register/",
        "rates/",
        "print/",
        "snapshots/2/?with=1",
    ):
        page.goto(f"{portal.url}/p/{walk.slug}/tco/{address}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
