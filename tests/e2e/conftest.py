"""One portal and one browser for all walks; both end with this folder.

Playwright keeps an event loop in the main thread while it runs, and Django refuses database work beside
one: the browser must be gone before other tests begin.
"""

from __future__ import annotations

import tarfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser import running_browser
from tests.e2e.portal import Portal, running_portal
from tests.servers import RunServers

# Two processes on two busy cores share a browser's time with servers and nodes.
expect.set_options(timeout=30_000)

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything here, so that `-m 'not e2e'` leaves the browser out."""
    for item in items:
        if "tests/e2e" in item.nodeid:
            item.add_marker(pytest.mark.e2e)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show beside a failure what the portal's programs had to say."""
    report = yield
    portal = getattr(item, "funcargs", {}).get("portal")
    if report.failed and portal is not None:
        report.sections += [(f"{log.name} (end)", tail_of(log)) for log in sorted(portal.logs.glob("*.log"))]
    return report


def tail_of(log: Path) -> str:
    """Return the last 4,000 characters of a log."""
    return log.read_text(encoding="utf-8", errors="replace")[-4000:]


@pytest.fixture(scope="package")
def portal(servers: RunServers) -> Iterator[Portal]:
    """Return a running portal of real processes."""
    with running_portal(servers) as running:
        yield running


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Return a running Chromium."""
    with running_browser() as running:
        yield running


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Return a page with its own cookies; an error of a script or of the policy fails the test."""
    context = browser.new_context(
        viewport={"width": 1440, "height": 900}, locale="en-GB", reduced_motion="reduce"
    )
    context.set_default_timeout(30_000)
    page, faults = context.new_page(), []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: "Content Security Policy" in line.text and faults.append(line.text))
    yield page
    context.close()
    assert faults == []


@pytest.fixture(scope="package")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the example application as the archive that an architect would upload."""
    path = tmp_path_factory.mktemp("upload") / "docqa.tar.gz"
    with tarfile.open(path, "w:gz") as tar:
        tar.add(EXAMPLES, arcname="docqa")
    return path
