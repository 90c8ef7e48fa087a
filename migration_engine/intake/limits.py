"""What intake accepts at most; every number is published and has a test at and over it."""

from __future__ import annotations

from dataclasses import dataclass

MEBIBYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one source. They count what is really read, never what a header claims."""

    archive_bytes: int = 512 * MEBIBYTE
    expanded_bytes: int = 4096 * MEBIBYTE
    entries: int = 200_000
    file_bytes: int = 10 * MEBIBYTE
    path_bytes: int = 1024
    depth: int = 64
    ratio: int = 200
    ratio_free_bytes: int = 10 * MEBIBYTE
    git_seconds: int = 600


# Folders that hold other people's installed code or a tool's own state: listed as skipped, never read.
SKIPPED_FOLDERS = frozenset(
    {
        ".git", ".hg", ".svn", "node_modules", ".venv", "venv", "site-packages", "__pycache__",
        ".tox", ".nox", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".idea", ".gradle",
        ".ipynb_checkpoints",
    }
)  # fmt: skip
