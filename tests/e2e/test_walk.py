"""From sign-in to evidence in a real browser, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.portal import Portal
from tests.e2e.walk import Walk

PROJECTS = {"en": "Document questions", "zh-hans": "文档问答"}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Return a page with its own cookies; an error of a script or of the policy fails the test."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    context.set_default_timeout(30_000)
    page, faults = context.new_page(), []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: "Content Security Policy" in line.text and faults.append(line.text))
    yield page
    context.close()
    assert faults == []


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("language", list(PROJECTS))
def test_a_team_walks_from_code_to_evidence(page: Page, portal: Portal, archive: Path, language: str) -> None:
    walk = Walk(page, portal, language)

    walk.sign_in(f"alice-{language}")
    walk.make_project(PROJECTS[language])
    walk.scan(archive)
    walk.read_map()
    walk.read_findings()
    walk.adopt_plan()
    walk.price()
    walk.attach_node(f"rehearsal-{language}")
    walk.run_job("inventory")
    walk.run_job("layer_alignment")
    walk.read_checklist()
    walk.read_overview()
