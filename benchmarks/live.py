"""How soon the cost page follows a moved slider in Chromium: its figures, and the charts in sight."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

from benchmarks.browser import opened
from benchmarks.portal import new_project, p95, portal, say

if TYPE_CHECKING:
    from playwright.sync_api import Page

_MOVES, _GOAL_MS = 20, 300
# Prices that have no default, so that there is an answer to follow.
_STATE = "sides.ascend.server_price=900000&sides.gpu.server_price=1200000"
_READY = "document.querySelector('[data-chart=cumulative].js-plotly-plot')"
_QUIET = "!document.documentElement.hasAttribute('aria-busy')"
# A part of the page that was replaced, or a chart that was drawn, is on screen two animation frames later.
_MOVE = """(value) => new Promise((done) => {
  const begun = performance.now(), slider = document.getElementById("lever-ratio"), told = {};
  const onScreen = (name) => requestAnimationFrame(() => requestAnimationFrame(() => {
    told[name] ??= performance.now() - begun;
    if (told.figures && told.charts) done([told.figures, told.charts]);
  }));
  const sight = [...document.querySelectorAll(".js-plotly-plot")].filter((chart) => {
    const box = chart.getBoundingClientRect();
    return box.bottom > 0 && box.top < innerHeight;
  });
  let waiting = sight.length;
  for (const chart of sight) {
    const drawn = () => {
      chart.removeListener("plotly_afterplot", drawn);
      if (!--waiting) onScreen("charts");
    };
    chart.on("plotly_afterplot", drawn);
  }
  const seen = new MutationObserver(() => { seen.disconnect(); onScreen("figures"); });
  seen.observe(document.getElementById("answer").parentElement, { childList: true });
  slider.value = value;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
})"""


def main() -> None:
    with portal():
        user, project = new_project()
        with opened(user) as (page, _server):
            page.goto(f"/p/{project.slug}/tco/?{_STATE}")
            page.wait_for_function(_READY)
            page.locator("[data-chart=cumulative]").scroll_into_view_if_needed()
            _tell([_moved(page, step) for step in range(_MOVES)])


def _moved(page: Page, step: int) -> tuple[float, float]:
    """Milliseconds from a move to the figures and to the charts in sight, once the last one has settled."""
    page.wait_for_timeout(1500)
    page.wait_for_function(_QUIET)
    figures, charts = page.evaluate(_MOVE, str(0.5 + 0.05 * step % 1))
    return figures, charts


def _tell(moves: list[tuple[float, float]]) -> None:
    for name, times in zip(("figures", "charts in sight"), zip(*moves, strict=True), strict=True):
        middle, most = statistics.median(times), p95(list(times))
        say(f"{name:16} {middle:5.0f} ms, p95 {most:5.0f}   goal {_GOAL_MS}, {len(times)} moves")


if __name__ == "__main__":
    main()
