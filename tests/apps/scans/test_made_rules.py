"""What was made of the rules is lent to each scanning process: none compiles it, none can spoil it."""

from __future__ import annotations

from pathlib import Path

import psutil
import pytest
from pytest_django.fixtures import Settings

from apps.scans.services.made_rules import lend_made_rules
from apps.scans.services.reading import Order, read_source
from migration_engine.intake import GitAccess, Limits


@pytest.fixture
def lent(tmp_path: Path, settings: Settings) -> Path:
    settings.VAR_DIR = tmp_path / "var"
    lend_made_rules(tmp_path / "home")
    return tmp_path / "home" / ".cache" / "npu-migrate"


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def home_of_the_child() -> Path:
    (child,) = [one for one in psutil.Process().children() if "apps.scans.child" in one.cmdline()]
    return Path(child.environ()["HOME"])


def test_a_scan_finds_all_that_it_needs(lent: Path, tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "run.sh").write_text("nvidia-smi\n")
    (source / "app.py").write_text("import vllm\nvllm.LLM(device='cuda')\n")
    seen: set[str] = set()

    def look(step: str, done: int, total: int) -> None:
        if step == "open" and not done:
            seen.update(names(home_of_the_child() / ".cache" / "npu-migrate"))

    read_source(Order(str(source), "app", Limits(), GitAccess()), look)

    assert seen == names(lent)


def test_it_is_made_once(lent: Path, tmp_path: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "var").rglob("*")}

    lend_made_rules(tmp_path / "another")

    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "var").rglob("*")} == before
    assert names(tmp_path / "another" / ".cache" / "npu-migrate") == names(lent)


def test_who_spoils_his_copy_spoils_nobody_elses(lent: Path, tmp_path: Path) -> None:
    for path in lent.iterdir():
        path.write_bytes(b"nothing")

    lend_made_rules(tmp_path / "another")

    assert all(
        path.stat().st_size > 100 for path in (tmp_path / "another" / ".cache" / "npu-migrate").iterdir()
    )
