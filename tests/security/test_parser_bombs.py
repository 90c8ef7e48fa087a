"""No file holds up a scan: each is read, read coarsely, or listed with the reason, and the scan completes.

`pytest -s` prints the slowest of them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from migration_engine.scan.budget import LONGEST_S, OutOfTime, computing_time
from migration_engine.scan.sighting import MOST_SIGHTS
from tests.security.parser_bombs import CUDA, bombs

ROOT = Path(__file__).parents[2]
HONEST = "zz_honest.py"


@pytest.fixture(scope="module")
def scanned(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What came of a folder of bombs with one honest file, scanned in a process of its own."""
    folder = tmp_path_factory.mktemp("bombs")
    for path, content in {**bombs(), HONEST: CUDA}.items():
        (folder / "tree" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "tree" / path).write_bytes(content)
    command = [sys.executable, "-m", "tests.security.scan_child", str(folder / "tree"), str(folder / "said")]
    known = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=folder, env=known, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    said: dict[str, Any] = json.loads((folder / "said").read_text())
    slowest = sorted(said["seconds"].items(), key=lambda one: -one[1])[:8]
    lines = [f"{seconds:6.2f} s  {path}" for path, seconds in slowest]
    total = f"{len(said['seconds'])} files, {sum(said['seconds'].values()):.1f} s, {said['memory'] >> 20} MiB"
    sys.stdout.write("\n".join(["", "slowest files:", *lines, total, ""]))
    return said


@pytest.mark.timeout(600)
def test_the_scan_completes_with_every_file_accounted_for(scanned: dict[str, Any]) -> None:
    document = scanned["document"]
    held = {file["path"] for file in document["files"]}
    skipped = {one["path"] for one in document["coverage"]["skipped"]}

    assert held | skipped == {*bombs(), HONEST}
    assert document["coverage"]["files_total"] == len(bombs()) + 1


def test_the_honest_file_beside_them_is_read(scanned: dict[str, Any]) -> None:
    assert [one for one in scanned["document"]["findings"] if one["path"] == HONEST]


@pytest.mark.parametrize("path", bombs())
def test_no_file_takes_longer_than_the_limit(scanned: dict[str, Any], path: str) -> None:
    assert scanned["seconds"].get(path, 0) < LONGEST_S + 5


def test_what_is_not_read_whole_is_said_with_the_reason(scanned: dict[str, Any]) -> None:
    coverage = scanned["document"]["coverage"]
    reasons = {one["path"]: one["reason"] for one in coverage["skipped"]}
    notes = dict(line.split(": ", 1) for line in coverage["truncated"])

    assert reasons["50_mb_line.py"].startswith("too large to parse")
    assert "nested too deeply" in reasons["deep/pyproject.toml"]
    assert "nested too deeply" in reasons["dots/pyproject.toml"]
    for path in ("many_places.py", "calls.cu", "documents.yaml", "many/requirements.txt", "huge.ipynb"):
        assert notes[path] == f"more than {MOST_SIGHTS:,} places in one file; the others are not listed"


@pytest.mark.parametrize("path", ["parentheses.py", "minus.py", "plus.py", "attributes.py", "calls.py"])
def test_what_stands_beside_a_bomb_in_the_same_file_is_found(scanned: dict[str, Any], path: str) -> None:
    symbols = {one["symbol"] for one in scanned["document"]["findings"] if one["path"] == path}

    assert "torch.cuda.synchronize" in symbols


def test_computing_time_is_bounded() -> None:
    with pytest.raises(OutOfTime), computing_time(0.05):
        while True:
            pass


def test_computing_time_that_is_not_used_up_leaves_no_alarm() -> None:
    with computing_time(0.05):
        pass
    for _ in range(3_000_000):
        pass
