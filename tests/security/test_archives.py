"""Hostile archives: each refused or skipped by name, nothing outside, in bounded memory, disk and time.

`pytest -s` prints what each of them took.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.security.hostile_archives import CORPUS, MEBIBYTE, Hostile

ROOT = Path(__file__).parents[2]
# 64 MiB stay in memory before a source goes to disk; interpreter and buffers come on top.
MOST_MEMORY, MOST_DISK, MOST_SECONDS = 200 * MEBIBYTE, 600 * MEBIBYTE, 60
Rows = list[tuple[str, str, dict[str, Any]]]


@pytest.fixture(scope="module")
def table() -> Iterator[Rows]:
    """What each archive took, printed at the end."""
    rows: Rows = []
    yield rows
    lines = [f"\n{'archive':34} {'packed':>9} {'memory':>8} {'disk':>8} {'time':>7}  outcome"]
    for name, outcome, took in rows:
        size, memory, disk = (took[key] / MEBIBYTE for key in ("packed", "memory", "disk"))
        figures = f"{size:6.2f}MiB {memory:5.0f}MiB {disk:5.0f}MiB {took['seconds']:6.2f}s"
        lines.append(f"{name:34} {figures}  {outcome}")
    refused = sum(bool(took["refused"]) for _, _, took in rows)
    lines.append(f"{len(rows)} archives: {refused} refused, {len(rows) - refused} read with skips listed\n")
    sys.stdout.write("\n".join(lines))


def opened(archive: Path, hostile: Hostile, folder: Path) -> dict[str, Any]:
    """What came of it, in a process of its own."""
    (folder / "tmp").mkdir()
    (folder / "here").mkdir()
    known = {"PATH": os.environ["PATH"], "TMPDIR": str(folder / "tmp"), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.security.intake_child"]
    result = folder / "said.json"
    order = [str(archive), json.dumps(hostile.limits), str(result)]
    done = subprocess.run([*command, *order], env=known, cwd=folder / "here", capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    said: dict[str, Any] = json.loads(result.read_text())
    result.unlink()
    return said | {"packed": archive.stat().st_size}


def test_there_are_at_least_forty_of_them() -> None:
    assert len({hostile.name for hostile in CORPUS}) == len(CORPUS) >= 40


@pytest.mark.parametrize("hostile", CORPUS, ids=lambda one: one.name)
def test_it_is_refused_or_read_with_every_skip_listed(hostile: Hostile, tmp_path: Path, table: Rows) -> None:
    archive = tmp_path / "upload.zip"
    hostile.make(archive)

    said = opened(archive, hostile, tmp_path)

    table.append(
        (hostile.name, said["refused"][:60] or f"{len(said['held'])} read, {said['skips']} skipped", said)
    )
    assert strangers(tmp_path) == []
    assert said["memory"] < MOST_MEMORY
    assert said["disk"] < MOST_DISK
    assert said["seconds"] < MOST_SECONDS
    judge(hostile, said)


def judge(hostile: Hostile, said: dict[str, Any]) -> None:
    if hostile.refused:
        assert re.search(hostile.refused, said["refused"]), said
        assert said["place"] == (hostile.place or said["place"]) != ""
        return
    assert said["refused"] == ""
    assert len(said["held"]) == hostile.taken
    assert set(said["skipped"]) == set(hostile.skipped)
    assert all(part in said["skipped"][path] for path, part in hostile.skipped.items())
    assert len(said["held"]) + said["skips"] == hostile.entries
    assert all(path.isprintable() for path in (*said["held"], *said["skipped"]))


def strangers(folder: Path) -> list[Path]:
    """Everything that was made beside the archive and the two empty folders, here or where names pointed."""
    outside = [Path("/etc/evil.py"), Path("/evil.py"), Path("/tmp/fine.py"), folder.parent / "evil.py"]
    ours = {folder / name for name in ("upload.zip", "tmp", "here")}
    return [path for path in (*folder.rglob("*"), *outside) if path not in ours and path.exists()]
