"""Findings and history are filtered, decided about and compared by keys alone, in both languages."""

from __future__ import annotations

import re
import tarfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import EXAMPLES
from tests.e2e.keys import tab_to
from tests.e2e.portal import Portal
from tests.e2e.walk import Walk

MANY = 400
FIXED, MOVED = "docqa/runtime/attention.py", "docqa/kernels"


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the example a week later: one file is gone, the lines of some have moved."""
    folder = tmp_path_factory.mktemp("later")
    with tarfile.open(folder / "docqa.tar.gz", "w:gz") as tar:
        for path in sorted(one for one in EXAMPLES.rglob("*") if one.is_file()):
            name = path.relative_to(EXAMPLES)
            text = path.read_bytes()
            if str(name) == FIXED:
                continue
            copy = folder / "copy"
            copy.write_bytes(b"#\n" * 3 + text if str(name).startswith(MOVED) else text)
            tar.add(copy, arcname=f"docqa/{name}")
    return folder / "docqa.tar.gz"


def press(page: Page, selector: str, key: str = "Enter") -> None:
    """Go to an element by Tab and press a key there."""
    tab_to(page, selector, most=MANY)
    page.keyboard.press(key)


def choose(page: Page, selector: str, value: str) -> None:
    """Go to a list of options by Tab and walk down to a value; some lists act on the first step."""
    tab_to(page, selector, most=MANY)
    options = page.locator(f"{selector} option").evaluate_all("all => all.map(one => one.value)")
    for _ in range(options.index(value)):
        page.keyboard.press("ArrowDown")


def look_through(walk: Walk) -> None:
    """Search, filter, open a finding and read its file."""
    page = walk.page
    press(page, f'.nav a[href$="/p/{walk.slug}/findings/"]')
    expect(page.locator("table.findings tbody tr").first).to_be_visible(timeout=180_000)
    walk.look("findings-by-keys")
    page.keyboard.press("/")
    page.keyboard.type("torch")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"[?&]q=torch"))
    choose(page, "#findings-coupling", "strong")
    expect(page).to_have_url(re.compile(r"coupling=strong"))
    expect(page.locator("table.findings .chip--weak")).to_have_count(0)
    press(page, "a[data-finding]")
    expect(page.locator("#findings-aside .code-line.is-hit").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#findings-aside")).to_be_hidden()
    press(page, "a[data-finding]")
    press(page, '#findings-aside a[href*="/file/"]')
    expect(page.locator(".file-hit").first).to_be_visible()
    walk.look("file-by-keys")


def decide(walk: Walk) -> None:
    """Mark a page of findings, take them in work, take that back."""
    page = walk.page
    press(page, f'.nav a[href$="/p/{walk.slug}/findings/"]')
    expect(page.locator("[data-tick-all]")).to_be_visible()
    press(page, "[data-tick-all]", "Space")
    expect(page.locator(".tick input[name=key]").first).to_be_checked()
    choose(page, "#triage-status", "in_work")
    press(page, "[data-triage-marked]")
    expect(page.locator(".triage-done")).to_be_visible()
    walk.look("findings-decided")
    press(page, ".triage-done button")
    expect(page.locator('.findings-tabs a[href*="status=in_work"]')).to_have_count(0)
    choose(page, "#findings-group", "layer")
    expect(page).to_have_url(re.compile(r"group=layer"))
    walk.look("findings-groups")


def compare(walk: Walk) -> None:
    """See the burn-down, compare its two scans, and read what was fixed and what moved."""
    page = walk.page
    press(page, f'.nav a[href$="/p/{walk.slug}/history/"]')
    expect(page.locator(".burn-down svg a")).to_have_count(2, timeout=180_000)
    walk.look("history-by-keys")
    press(page, f'main a[href$="/p/{walk.slug}/history/compare/"]')
    expect(page.locator("#compare-old")).to_be_visible()
    press(page, 'main .tabs a[href*="kind=fixed"]')
    expect(page.locator(".compare-pair .path", has_text="attention.py").first).to_be_visible()
    walk.look("compare-by-keys")
    press(page, 'main .tabs a[href*="kind=moved"]')
    expect(page.locator(".compare-pair .is-hit")).not_to_have_count(0)


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_findings_and_history_are_worked_by_keys_alone(
    page: Page, portal: Portal, archive: Path, later: Path, language: str
) -> None:
    walk = Walk(page, portal, language, looks=True)
    walk.sign_in(f"kim-{language}")
    walk.make_project({"en": "Findings by keys", "zh-hans": "按键查看发现项"}[language])
    walk.scan(archive)
    page.goto(f"{portal.url}/p/{walk.slug}/scans/new/")
    walk.scan(later)

    look_through(walk)
    decide(walk)
    compare(walk)
