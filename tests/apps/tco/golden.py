"""The golden scenario as inputs that a project could have saved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

FILE = Path(__file__).resolve().parents[2] / "fixtures" / "tco" / "replacement_due.yaml"


def golden() -> dict[str, Any]:
    """Return the inputs; each call makes new ones."""
    inputs: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return inputs
