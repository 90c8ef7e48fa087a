"""Nothing of a scanned tree is imported or executed, and nobody is contacted on its behalf.

The interpreter's own audit events tell; where strace is installed, the kernel tells, too.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.engine.intake.archives import zip_of
from tests.engine.intake.git_server import git, served
from tests.security.canary_tree import lay

ROOT = Path(__file__).parents[2]
COMMAND = str(Path(sys.executable).with_name("npu-migrate"))
TRACED = pytest.mark.skipif(
    not shutil.which("strace"), reason="strace is not installed; the audit events are"
)


@pytest.fixture
def marker(tmp_path: Path) -> Iterator[Path]:
    """What appears when anything of the tree runs."""
    yield tmp_path / "marker"
    assert not (tmp_path / "marker").exists()


@pytest.fixture
def tree(tmp_path: Path, marker: Path) -> Path:
    return lay(tmp_path / "tree", marker)


@pytest.fixture(params=["folder", "zip"])
def source(request: pytest.FixtureRequest, tree: Path, tmp_path: Path) -> Path:
    if request.param == "folder":
        return tree
    files = {str(path.relative_to(tree)): path.read_bytes() for path in tree.rglob("*") if path.is_file()}
    return zip_of(tmp_path / "tree.zip", files)


@pytest.fixture
def url(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The tree as a repository, its own settings and hooks on the serving side, too."""
    shutil.rmtree(tree / ".git")
    git("init", "-q", "-b", "main", ".", at=tree)
    git("add", "-A", at=tree)
    git("commit", "-q", "-m", "All of it", at=tree)
    (tmp_path / "served").mkdir()
    git("clone", "-q", "--bare", str(tree), str(tmp_path / "served" / "a.git"), at=tmp_path)
    monkeypatch.setenv("no_proxy", "*")
    with served(tmp_path / "served") as (address, certificate):
        monkeypatch.setenv("GIT_SSL_CAINFO", str(certificate))
        yield f"{address}/a.git"


def scan(command: Sequence[str], source: str, at: Path) -> None:
    """Inside the tree, whose modules are named like ours."""
    order = [*command, "scan", source, "--no-progress", "--internal-host", "127.0.0.1"]
    done = subprocess.run(order, cwd=at, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "torch.cuda.synchronize" in done.stdout


def audited(source: str, tree: Path, log: Path) -> list[str]:
    """What the interpreter said that it started, contacted, or took from the tree."""
    command = [sys.executable, "-P", str(ROOT / "tests" / "security" / "audited.py"), str(log), str(tree)]
    scan(command, source, tree)
    return log.read_text().splitlines() if log.exists() else []


def traced(source: str, tree: Path, log: Path) -> tuple[list[str], list[str]]:
    """The programs that were started and the internet addresses that were contacted, by any process."""
    scan(
        ["strace", "-f", "-qq", "-e", "trace=execve,execveat,connect", "-o", str(log), COMMAND], source, tree
    )
    lines = log.read_text().splitlines()
    programs = [found[1] for line in lines if (found := re.search(r'execve(?:at)?\("([^"]+)".*= 0$', line))]
    return programs, [line for line in lines if "connect(" in line]


def test_the_interpreter_starts_contacts_and_imports_nothing(
    source: Path, tree: Path, tmp_path: Path
) -> None:
    assert audited(str(source), tree, tmp_path / "log") == []


@TRACED
def test_the_kernel_sees_one_program_and_no_connection(source: Path, tree: Path, tmp_path: Path) -> None:
    programs, contacts = traced(str(source), tree, tmp_path / "log")

    assert [Path(one).resolve() for one in programs if "python" not in Path(one).name] == [
        Path(COMMAND).resolve()
    ]
    assert contacts == []


def test_for_a_repository_only_git_is_started(url: str, tree: Path, tmp_path: Path) -> None:
    started = audited(url, tree, tmp_path / "log")

    assert started
    for line in started:
        assert re.match(
            r"(subprocess\.Popen \('git'|socket\.getaddrinfo \('127\.0\.0\.1'|os\.posix_spawn)", line
        )


@TRACED
def test_for_a_repository_the_kernel_sees_git_and_its_server_alone(
    url: str, tree: Path, tmp_path: Path
) -> None:
    programs, contacts = traced(url, tree, tmp_path / "log")

    strangers = [one for one in programs[1:] if not re.match(r"(git|python)", Path(one).name)]
    assert strangers == []
    port = re.search(r":(\d+)/", url)
    assert port
    inet = [line for line in contacts if "AF_INET" in line]
    assert inet
    assert all(f"sin_port=htons({port[1]})" in line and '"127.0.0.1"' in line for line in inet)


def test_a_tree_is_safe_to_stand_in(tree: Path) -> None:
    """Also for who calls the module by name, as long as the interpreter is told not to look around."""
    known = {**os.environ, "PYTHONSAFEPATH": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "migration_engine.cli", "scan", ".", "--no-progress"]

    done = subprocess.run(command, cwd=tree, env=known, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
