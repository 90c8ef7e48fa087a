"""The command line and the portal give the same scan document for the same archive."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from migration_portal.launch.programs import BIN
from tests.e2e.portal import Portal
from tests.e2e.walk import Walk

# When and how long is the only thing that may differ.
CLOCK = {"started_at", "duration_s"}


@pytest.mark.timeout(600)
def test_both_ways_lead_to_one_document(page: Page, portal: Portal, archive: Path, tmp_path: Path) -> None:
    walk = Walk(page, portal, "en")
    walk.sign_in("carol")
    walk.make_project("The same twice")
    number = walk.scan(archive)

    ours = by_command_line(archive, tmp_path / "scan.json")
    theirs = page.request.get(f"{portal.url}/p/{walk.slug}/scans/{number}/document/").json()

    assert without_clock(ours)["findings"]
    assert without_clock(theirs) == without_clock(ours)


def by_command_line(archive: Path, output: Path) -> dict[str, Any]:
    """Return the document that `npu-migrate scan` writes."""
    command = [str(BIN / "npu-migrate"), "scan", str(archive), "--output", str(output), "--no-progress"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    document: dict[str, Any] = json.loads(output.read_text(encoding="utf-8"))
    return document


def without_clock(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document without its times."""
    return {key: value for key, value in document.items() if key not in CLOCK}
