"""How map and graph behave in Chromium: the first frame, and processor time of a frame while they move."""

from __future__ import annotations

import os
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.portal import p95, reader, say

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from playwright.sync_api import Browser, Page

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
LOADS, FRAMES = 6, 40
# Two animation frames: after the second one the first is on screen.
_SHOWN = "await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));"
_PAN = "document.getElementById('map-canvas').scrollBy(0, {step} < 20 ? 25 : -25);"
_ZOOM = "document.querySelector(`[data-zoom=${{{step} % 8 < 4 ? 'in' : 'out'}}]`).click();"
_PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
_ANSWERED = "performance.getEntriesByType('navigation')[0].responseEnd"


def browse(user: User, project: str) -> None:
    """Open the project's map and graph as that person and print one line for each thing measured."""
    from playwright.sync_api import sync_playwright

    session = reader(user).cookies["sessionid"].value
    with _web() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(viewport={"width": 1600, "height": 960}, base_url=base)
        context.add_cookies([{"name": "sessionid", "value": session, "url": base}])
        page = context.new_page()
        _first_frames(browser, page, f"{project}/map/", "#map-svg [data-card]")
        for name, act in (("pan", _PAN), ("zoom", _ZOOM)):
            _frames(browser, page, f"map, {name}", act)
        _first_frames(browser, page, f"{project}/graph/", "#graph-canvas canvas")
        for name, key in (("pan by key", "ArrowRight"), ("zoom by key", "+")):
            _keys(browser, page, f"graph, {name}", key)
        browser.close()


@contextmanager
def _web() -> Iterator[str]:
    """The portal's web server, as `make run` starts it, which has answered nobody yet."""
    from migration_portal.launch import programs

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as logs:
        process = programs.start(programs.web(port), Path(logs))
        try:
            _await(port)
            yield f"http://127.0.0.1:{port}"
        finally:
            programs.stop(process, 5)


def _await(port: int) -> None:
    for _ in range(300):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.2)
    raise TimeoutError(port)


def _first_frames(browser: Browser, page: Page, address: str, drawn: str) -> None:
    """The first load meets a server that has just started, and a browser with nothing kept."""
    for number in range(LOADS):
        before = _renderer_s(browser)
        page.goto(address)
        page.wait_for_selector(drawn)
        page.evaluate(f"async () => {{ {_SHOWN} }}")
        answered, painted = page.evaluate(_ANSWERED), page.evaluate(_PAINTED)
        spent = 1000 * (_renderer_s(browser) - before)
        told = f"answer {answered:.0f} ms, first frame {painted:.0f} ms, renderer {spent:.0f} ms CPU"
        say(f"{address} load {number + 1}: {told}")


def _frames(browser: Browser, page: Page, name: str, act: str) -> None:
    spent = []
    for step in range(FRAMES):
        before = _renderer_s(browser)
        page.evaluate(f"async () => {{ {act.format(step=step)} {_SHOWN} }}")
        spent.append(1000 * (_renderer_s(browser) - before))
    _tell(name, spent)


def _keys(browser: Browser, page: Page, name: str, key: str) -> None:
    page.focus("#graph-canvas")
    spent = []
    for step in range(FRAMES):
        before = _renderer_s(browser)
        page.keyboard.press("-" if key == "+" and step % 8 > 3 else key)
        page.evaluate(f"async () => {{ {_SHOWN} }}")
        spent.append(1000 * (_renderer_s(browser) - before))
    _tell(name, spent)


def _tell(name: str, spent: list[float]) -> None:
    say(f"{name}: {sum(spent) / len(spent):.0f} ms CPU a frame, 95 of 100 at most {p95(spent):.0f} ms")


def _renderer_s(browser: Browser) -> float:
    """Processor seconds of all threads of the processes that draw pages."""
    told: Any = browser.new_browser_cdp_session()
    every = told.send("SystemInfo.getProcessInfo")["processInfo"]
    told.detach()
    return sum(_spent_s(one["id"]) for one in every if one["type"] == "renderer")


def _spent_s(process: int) -> float:
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(one.read_text().split()[0]) for one in threads) / 1e9
