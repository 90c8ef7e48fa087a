"""`make setup`: environment, locked packages, front end, translations; each only when its inputs changed.

Standard library only, and no syntax newer than the oldest Python that should still get a clear message.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from migration_portal.launch.console import Failed, run_logged, say, step
from migration_portal.launch.environment import LOG, PYTHON, ROOT, VENV, pip
from migration_portal.launch.testtools import TOOLS

STAMPS = VENV / "stamps"
OLDEST = (3, 11)


@dataclass(frozen=True)
class Step:
    """Something to do once for a state of its inputs; the stamp remembers for which state it was done."""

    name: str
    text: str
    inputs: Callable[[], Iterable[Path]]
    outputs: tuple[Path, ...]
    action: Callable[[], None]

    def run(self) -> bool:
        """Do it unless it was done for these inputs; return whether there was anything to do."""
        stamp, state = STAMPS / self.name, self._state()
        if stamp.exists() and stamp.read_text() == state and all(path.exists() for path in self.outputs):
            return False
        with step(self.text):
            self.action()
        STAMPS.mkdir(parents=True, exist_ok=True)
        stamp.write_text(state)
        return True

    def _state(self) -> str:
        digest = hashlib.sha256(sys.version.encode())
        for path in sorted(self.inputs()):
            digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
        return digest.hexdigest()


def tree(*patterns: str) -> Callable[[], list[Path]]:
    """Return a function that lists the files of the checkout that match."""
    return lambda: [path for pattern in patterns for path in ROOT.glob(pattern) if path.is_file()]


def make_environment() -> None:
    """Create the virtual environment; one that works already is kept with all that is in it."""
    if (
        PYTHON.exists()
        and subprocess.run([str(PYTHON), "-m", "pip", "--version"], capture_output=True).returncode == 0
    ):
        return
    log = ROOT / "var" / "log" / "environment.log"
    run_logged([sys.executable, "-m", "venv", "--clear", str(VENV)], log)


def install_packages() -> None:
    """Install exactly what the lock names."""
    pip("--require-hashes", "--only-binary", ":all:", "-r", str(ROOT / "requirements" / "dev.txt"))


def install_project() -> None:
    """Make npu-migrate and npu-migrate-node available in the environment."""
    pip("--no-deps", "--no-build-isolation", "--no-index", "-e", str(ROOT))


def compile_words() -> None:
    """Compile the translations; reading the settings for it must not start a database."""
    nowhere = {"DATABASE_URL": "postgresql://unused", "BROKER_URL": "redis://unused"}
    command = [str(PYTHON), str(ROOT / "manage.py"), "messages", "compile"]
    run_logged(command, LOG, {**os.environ, **nowhere})


def build_frontend() -> None:
    """Type-check and bundle the TypeScript, and copy what is served from packages."""
    run_logged([str(PYTHON), "-m", "migration_portal.frontend"], LOG, {**os.environ, "PYTHONPATH": str(ROOT)})


FRONTEND = (
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "static/ts/**/*",
    "migration_portal/frontend.py",
    "requirements/dev.txt",
)
STEPS = (
    Step("environment", "Virtual environment in .venv", tree(), (PYTHON,), make_environment),
    Step(
        "packages",
        "Locked packages (about 450 MB, a minute or two)",
        tree("requirements/dev.txt"),
        (),
        install_packages,
    ),
    Step(
        "project",
        "The project's own commands",
        tree("pyproject.toml"),
        (VENV / "bin" / "npu-migrate",),
        install_project,
    ),
    Step(
        "frontend",
        "Front end (npm packages, type check, bundle)",
        tree(*FRONTEND),
        (ROOT / "static" / "dist",),
        build_frontend,
    ),
    Step(
        "translations",
        "Translations",
        tree("apps/*/locale/*/LC_MESSAGES/*.po"),
        (),
        compile_words,
    ),
)


def check_python() -> None:
    """Refuse a Python that is too old before anything else can fail less clearly."""
    if sys.version_info < OLDEST:
        have = ".".join(map(str, sys.version_info[:2]))
        raise Failed(
            f"Python 3.11 or newer is needed, {sys.executable} is {have}; try: make PYTHON=python3.12 run"
        )


def set_up() -> None:
    """Bring the checkout up to date."""
    check_python()
    busy = [each.name for each in STEPS if each.run()]
    if not busy:
        say("  Everything is set up already.")


def main() -> int:
    """Run the steps, say what each took."""
    parser = argparse.ArgumentParser(prog="make setup")
    parser.add_argument("--tests", action="store_true", help="also what the tests need: a browser and torch")
    wanted = parser.parse_args()
    try:
        say("Setting up")
        set_up()
        for tool in TOOLS if wanted.tests else ():
            tool()
    except (Failed, OSError) as error:
        say(f"\nSetup stopped: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
