"""Running a vendor's tool so that its absence or its hanging is only news."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence


def output_of(command: Sequence[str], *, seconds: float = 20.0) -> str:
    """Standard output, or an empty text when the tool is missing, fails or takes too long."""
    try:
        done = subprocess.run(
            list(command), capture_output=True, text=True, errors="replace", timeout=seconds, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""
