"""The checkout and its virtual environment: where they lie and how something is installed."""

from __future__ import annotations

from pathlib import Path

from migration_portal.launch.console import run_logged

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOG = VENV / "setup.log"


def pip(*arguments: str) -> None:
    """Install with the environment's own pip, wheels only: nothing is ever compiled here."""
    run_logged([str(PYTHON), "-m", "pip", "--disable-pip-version-check", "install", *arguments], LOG)
