"""Lends a process that reads strangers' texts what was made of our rules; it can spoil only its own copy."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from django.conf import settings

from apps.scans.services.apart import environment
from migration_engine.cache import engine_state

_STATES = 3
# Reading it once makes all that reading any source needs; compiling that takes seconds.
_SAMPLE = "import torch\n\nmodel.to('cuda')\n"


def lend_made_rules(home: Path) -> None:
    """Put them where the engine looks for them when HOME is that folder."""
    shutil.copytree(_made(settings.VAR_DIR / "made-rules") / ".cache", home / ".cache", dirs_exist_ok=True)


def _made(folder: Path) -> Path:
    """The folder of this state of the engine, made when it is missing; of two at once, one is kept."""
    current = folder / engine_state()[:24]
    if not current.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, ignore_cleanup_errors=True) as aside:
            _make(Path(aside))
            with suppress(OSError):
                Path(aside).rename(current)
        _forget_old(folder)
    return current


def _forget_old(folder: Path) -> None:
    for old in sorted(folder.iterdir(), key=lambda one: one.stat().st_mtime)[:-_STATES]:
        shutil.rmtree(old, ignore_errors=True)


def _make(home: Path) -> None:
    sample = home / "sample"
    sample.mkdir()
    (sample / "sample.py").write_text(_SAMPLE, "utf-8")
    command = [sys.executable, "-m", "migration_engine.cli", "scan", str(sample), "--no-progress"]
    subprocess.run(
        [*command, "--output", str(home / "scan.json")],
        cwd=settings.BASE_DIR,
        env=environment(str(home)),
        check=True,
        capture_output=True,
    )
