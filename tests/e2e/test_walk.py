"""From sign-in to evidence in a real browser, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.e2e.portal import Portal
from tests.e2e.walk import Walk

PROJECTS = {"en": "Document questions", "zh-hans": "文档问答"}


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("language", list(PROJECTS))
def test_a_team_walks_from_code_to_evidence(page: Page, portal: Portal, archive: Path, language: str) -> None:
    walk = Walk(page, portal, language, looks=True)

    walk.sign_in(f"alice-{language}")
    walk.make_project(PROJECTS[language])
    walk.look("scan-new")
    walk.scan(archive)
    walk.look("scan")
    walk.read_map()
    walk.override_the_map()
    walk.read_graph()
    walk.read_findings()
    walk.adopt_plan()
    walk.price()
    walk.sign_costs()
    walk.attach_node(f"rehearsal-{language}")
    walk.run_job("inventory")
    walk.run_job("layer_alignment")
    walk.read_checklist()
    walk.read_overview()
