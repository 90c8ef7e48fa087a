"""What every page must stand: no serious fault of accessibility in light or dark, and a picture of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SCREENSHOTS = Path(__file__).resolve().parents[2] / "var" / "screenshots"
GRAVE = {"serious", "critical"}
# The dark page has the same structure, so only what colours can break is looked at again.
THEMES: dict[Literal["dark", "light"], dict[str, Any]] = {
    "dark": {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}},
    "light": {},
}
# Colors do not depend on the language: walks in English look at the dark ones.
LIGHT: dict[Literal["dark", "light"], dict[str, Any]] = {"light": {}}
# Words of the interface, as opposed to names that people or code gave to things.
LABELS = "h1, h2, h3, th, dt, label, legend, button, nav a, caption, .button, .status, .empty p"
# Names that the scanned code or a person gave stay as they are in every language.
FOREIGN = (
    "code, pre, kbd, samp, .path, [lang=en], [translate=no], "
    "tbody th a, .inspector-name, #nodes h2, .scan-detail h1"
)
LATIN_WORD = re.compile(r"[A-Za-z]{4,}")
NAMES = frozenset(
    "CANN HCCL NCCL torch torch_npu vLLM Ascend NVIDIA OpenAI bfloat16 float16 float32 English JSON "
    "https softmax Transformer Python Linux MindIE".lower().split()
)


def look_at(page: Page, name: str, language: str) -> None:
    """Check the page in its themes, keep a picture of the light one, and read its labels."""
    themes = THEMES if language == "en" else LIGHT
    for scheme, options in themes.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        faults = grave_faults(page, options)
        assert not faults, f"{name} ({language}, {scheme}): {faults}"
    page.evaluate("scrollTo(0, 0)")
    folder = SCREENSHOTS / language
    folder.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=folder / f"{name}.png", full_page=True)
    if language == "zh-hans":
        assert not untranslated(page), f"{name} still says {untranslated(page)}"


def grave_faults(page: Page, options: dict[str, Any]) -> list[str]:
    """Return the serious and critical violations with the elements that break them."""
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{violation['id']}: {[node['html'][:160] for node in violation['nodes'][:3]]}"
        for violation in found
        if violation["impact"] in GRAVE
    ]


def untranslated(page: Page) -> list[str]:
    """Return the labels without a Chinese character that still hold an English word."""
    texts = page.locator(LABELS).evaluate_all(
        """(all, foreign) => all
            .filter(e => e.checkVisibility() && !e.closest(foreign) && !e.querySelector(foreign))
            .map(e => e.innerText.trim())""",
        FOREIGN,
    )
    return sorted({text for text in texts if _is_english(text)})


def _is_english(text: str) -> bool:
    if re.search(r"[\u4e00-\u9fff]", text) or re.search(r"[/._@]", text):
        return False
    return any(word.lower() not in NAMES for word in LATIN_WORD.findall(text))
