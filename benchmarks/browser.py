"""How map and graph behave in Chromium: the first frame, and processor time of a frame while they move."""

from __future__ import annotations

import os
import socket
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

from benchmarks.portal import p95, reader, say

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from playwright.sync_api import Browser, Page

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
LOADS, FRAMES = 10, 40
_QUIET_S, _QUIET_SHARE, _PATIENCE = 0.3, 0.05, 20
# Two animation frames: after the second one the first is on screen.
_SHOWN = "await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));"
_STILL = ""
_PAN = "document.getElementById('map-canvas').scrollBy(0, {step} < 20 ? 25 : -25);"
_ZOOM = "document.querySelector(`[data-zoom=${{{step} % 8 < 4 ? 'in' : 'out'}}]`).click();"
# The picture is laid out and drawn anew once no step has followed for a quarter of a second.
_REST = _ZOOM + "await new Promise((done) => setTimeout(done, 400));"
_MOVES = {"nothing moves": _STILL, "pan": _PAN, "zoom": _ZOOM, "zoom, then rest": _REST}
_PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
_ANSWERED = "performance.getEntriesByType('navigation')[0].responseEnd"
# Scripts have run and two more frames have passed: the whole picture is on screen, at the latest.
_TELL_DRAWN = """addEventListener("DOMContentLoaded", () =>
  requestAnimationFrame(() => requestAnimationFrame(() => performance.mark("drawn"))))"""
_DRAWN = """new Promise((done) => {
  const look = () => performance.getEntriesByName("drawn").length
    ? done(performance.getEntriesByName("drawn")[0].startTime) : setTimeout(look, 20);
  look();
})"""


def browse(user: User, project: str) -> None:
    """Open the project's map and graph as that person and print one line for each thing measured."""
    with opened(user) as (page, server):
        browser = page.context.browser
        assert browser
        page.context.add_init_script(_TELL_DRAWN)
        _first_frames(browser, page, server, f"{project}/map/")
        for name, act in _MOVES.items():
            _frames(browser, f"map, {name}", partial(_moved, page, act))
        _first_frames(browser, page, server, f"{project}/graph/")
        _graph_frames(browser, page)


@contextmanager
def opened(user: User) -> Iterator[tuple[Page, psutil.Process]]:
    """A page of a new browser in which that person is signed in, and the server that it asks."""
    from playwright.sync_api import sync_playwright

    session = reader(user).cookies["sessionid"].value
    with _web() as (base, server), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(viewport={"width": 1600, "height": 960}, base_url=base)
        context.add_cookies([{"name": "sessionid", "value": session, "url": base}])
        yield context.new_page(), server
        browser.close()


@contextmanager
def _web() -> Iterator[tuple[str, psutil.Process]]:
    """The portal's web server, as `make run` starts it, which has answered nobody yet."""
    from migration_portal.launch import programs

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as logs:
        process: subprocess.Popen[bytes] = programs.start(programs.web(port), Path(logs))
        try:
            _await(port)
            yield f"http://127.0.0.1:{port}", psutil.Process(process.pid)
        finally:
            programs.stop(process, 5)


def _await(port: int) -> None:
    for _ in range(300):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.2)
    raise TimeoutError(port)


def _first_frames(browser: Browser, page: Page, server: psutil.Process, address: str) -> None:
    """The first loads meet workers that have just started, and a browser with nothing kept: told apart."""
    loads = [_loaded(browser, page, server, address) for _ in range(LOADS)]
    for number, one in enumerate(loads[:2], 1):
        _tell_loads(f"{address} load {number}", [one])
    _tell_loads(f"{address} later", loads[2:])


def _loaded(browser: Browser, page: Page, server: psutil.Process, address: str) -> tuple[float, ...]:
    """Milliseconds until answer, first paint and whole picture; processor time of server and browser."""
    before, served = _Renderers(browser).spent_s(), _server_s(server)
    page.goto(address)
    drawn = float(page.evaluate(_DRAWN))
    spent, serving = _Renderers(browser).spent_s() - before, _server_s(server) - served
    answered, painted = (float(page.evaluate(one)) for one in (_ANSWERED, _PAINTED))
    return answered, painted, drawn, 1000 * serving, 1000 * spent


def _tell_loads(name: str, loads: list[tuple[float, ...]]) -> None:
    middle = [statistics.median(values) for values in zip(*loads, strict=True)]
    worst = [p95(list(values)) for values in zip(*loads, strict=True)]
    words = ("answer", "first paint", "drawn", "server CPU", "renderer CPU")
    shown = (f"{word} {a:.0f} ms (p95 {b:.0f})" for word, a, b in zip(words, middle, worst, strict=True))
    say(f"{name}: {', '.join(shown)}")


def _graph_frames(browser: Browser, page: Page) -> None:
    box = page.locator("#graph-canvas").bounding_box()
    assert box
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    _frames(browser, "graph, nothing moves", partial(_moved, page, _STILL))
    page.mouse.move(*middle)
    page.mouse.down()
    _frames(browser, "graph, pan by dragging", partial(_dragged, page, middle))
    page.mouse.up()
    _frames(browser, "graph, zoom by the wheel", partial(_wheeled, page))


def _moved(page: Page, act: str, step: int) -> None:
    page.evaluate(f"async () => {{ {act.format(step=step)} {_SHOWN} }}")


def _dragged(page: Page, start: tuple[float, float], step: int) -> None:
    page.mouse.move(start[0] + 10 * min(step, FRAMES - step), start[1])
    _moved(page, _STILL, step)


def _wheeled(page: Page, step: int) -> None:
    """Out to the whole picture, in until letters are large, and out again."""
    page.mouse.wheel(0, -100 if FRAMES / 4 <= step < FRAMES * 5 / 8 else 100)
    _moved(page, _STILL, step)


def _frames(browser: Browser, name: str, move: Callable[[int], None]) -> None:
    renderers = _Renderers(browser)
    _settled(renderers)
    cpu, wall = [], []
    for step in range(FRAMES):
        before, begun = renderers.spent_s(), time.perf_counter()
        move(step)
        cpu.append(1000 * (renderers.spent_s() - before))
        wall.append(1000 * (time.perf_counter() - begun))
    told = ((word, statistics.median(held), p95(held)) for word, held in (("CPU", cpu), ("wall", wall)))
    say(
        f"{name}: "
        + ", ".join(f"{word} {middle:.1f} ms a step (p95 {most:.1f})" for word, middle, most in told)
    )


def _settled(renderers: _Renderers) -> None:
    """Wait until the browser has done what loading the page left behind."""
    for _ in range(_PATIENCE):
        before = renderers.spent_s()
        time.sleep(_QUIET_S)
        if renderers.spent_s() - before < _QUIET_SHARE * _QUIET_S:
            return


class _Renderers:
    """The processes that draw pages, asked for once: asking the browser costs them time."""

    def __init__(self, browser: Browser) -> None:
        told: Any = browser.new_browser_cdp_session()
        every = told.send("SystemInfo.getProcessInfo")["processInfo"]
        told.detach()
        self._processes = [one["id"] for one in every if one["type"] == "renderer"]

    def spent_s(self) -> float:
        """Processor seconds of all their threads."""
        return sum(map(_spent_s, self._processes))


def _spent_s(process: int) -> float:
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(one.read_text().split()[0]) for one in threads) / 1e9


def _server_s(server: psutil.Process) -> float:
    every = [server, *server.children(recursive=True)]
    return sum(sum(one.cpu_times()[:2]) for one in every)
