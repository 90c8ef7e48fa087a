"""Where torch is: in the node's own environment, in the agent's, or nowhere yet."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import venv
from pathlib import Path

from migration_node.errors import NodeError
from migration_node.home import NodeHome

PINNED = "torch==2.13.0"
SIZE = "200 MB to download for a CPU build, up to 3 GB for one with CUDA libraries"
DONE = ".complete"


def torch_python(home: NodeHome) -> Path | None:
    """The interpreter that has torch. Looking never imports it: a broken torch_npu would take us down."""
    if (home.torch_env / DONE).exists():
        return home.torch_env / "bin" / "python"
    return Path(sys.executable) if importlib.util.find_spec("torch") else None


def child_python(home: NodeHome) -> Path:
    """The interpreter for job processes: the one with torch where there is one."""
    return torch_python(home) or Path(sys.executable)


def install_torch(home: NodeHome) -> None:
    """Make the environment and install torch into it; only a finished one is ever used."""
    shutil.rmtree(home.torch_env, ignore_errors=True)
    venv.EnvBuilder(with_pip=True).create(home.torch_env)
    python = home.torch_env / "bin" / "python"
    command = [str(python), "-m", "pip", "install", "--disable-pip-version-check", PINNED]
    if subprocess.run(command, check=False).returncode != 0:
        raise NodeError(f"pip could not install {PINNED}; see its message above, then run this again")
    (home.torch_env / DONE).touch()
