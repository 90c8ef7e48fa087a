"""An environment is there whole or not at all, and can come from a folder without any network."""

import subprocess
import zipfile
from pathlib import Path

import pytest

from migration_engine.text import Text
from migration_node.environments import Environment, Installation, Source, python_of
from migration_node.errors import NodeError
from migration_node.home import NodeHome


def environment(version: str = "1.0", megabytes: int = 1) -> Environment:
    return Environment("demo", "demo-tool", f"demo-tool=={version}", megabytes, Text("small", "很小"))


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    """Return a folder with one wheel."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    about = "demo_tool-1.0.dist-info"
    with zipfile.ZipFile(folder / "demo_tool-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("demo_tool.py", "ANSWER = 42\n")
        wheel.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: demo-tool\nVersion: 1.0\n")
        wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{about}/RECORD", "")
    return folder


def test_it_installs_without_network_and_a_failed_attempt_leaves_the_old_one_in_use(tmp_path: Path, wheels):
    home = NodeHome(tmp_path / "home")
    interrupted = home.environments / "demo-00000000"
    interrupted.mkdir(parents=True)
    Installation(home, environment(), Source(wheels)).run()
    python = python_of(home, environment())
    said = subprocess.run([python, "-c", "import demo_tool; print(demo_tool.ANSWER)"], capture_output=True)
    assert said.stdout == b"42\n"
    assert not interrupted.exists()

    with pytest.raises(NodeError, match="could not install demo-tool==2.0"):
        Installation(home, environment("2.0"), Source(wheels)).run()
    assert python_of(home, environment()).resolve() == python.resolve()
    assert len(list(home.environments.iterdir())) == 2


def test_half_an_environment_is_none(tmp_path: Path):
    home = NodeHome(tmp_path)
    (home.environments / "demo-12345678/bin").mkdir(parents=True)
    (home.environments / "demo-12345678/bin/python").touch()
    assert python_of(home, environment()) is None


def test_too_little_room_is_said_before_anything_is_made(tmp_path: Path, wheels):
    home = NodeHome(tmp_path / "home")
    with pytest.raises(NodeError, match="MB free, demo needs"):
        Installation(home, environment(megabytes=10**9), Source(wheels)).run()
    assert list(home.environments.iterdir()) == []


def test_the_size_of_the_wheels_is_known_before_asking(wheels: Path):
    (wheels / "big-1.0-py3-none-any.whl").write_bytes(b"0" * 3 * 1024 * 1024)
    assert Source(wheels).wheels_mb() == 3


def test_without_network_pip_is_told_so(tmp_path: Path):
    assert "--no-index" in Source(tmp_path).options(tmp_path / "cache")
    online = Source(index="https://index.example/simple").options(tmp_path / "cache")
    assert online == ["--cache-dir", str(tmp_path / "cache"), "--index-url", "https://index.example/simple"]
