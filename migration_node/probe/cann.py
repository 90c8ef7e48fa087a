"""Finding the CANN toolkit: which version lies on disk, and whether its environment is loaded."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from migration_node.probe.records import INSTALL_ROOT, read

PLACES = (
    "ascend-toolkit/latest/*/ascend_toolkit_install.info",
    "ascend-toolkit/latest/version.cfg",
    "latest/*/ascend_toolkit_install.info",
    "cann/*/ascend_toolkit_install.info",
)
VERSION = re.compile(r"^\s*(?:toolkit_installed_)?version\s*=\W*(?P<version>[\w.]{1,60})", re.MULTILINE)
LIBRARY = "libhccl.so"


@dataclass(frozen=True, slots=True)
class Cann:
    """What is known of the toolkit; empty texts where nothing was found."""

    version: str
    file: str
    sourced: bool


def find_cann(environment: Mapping[str, str] = os.environ, root: Path = INSTALL_ROOT) -> Cann:
    """Read the install record and look for the collective library on the library path."""
    home = environment.get("ASCEND_HOME_PATH") or environment.get("ASCEND_TOOLKIT_HOME") or ""
    for file in _records(Path(home) if home else None, root):
        found = VERSION.search(read(file))
        if found:
            return Cann(found["version"], str(file), _is_sourced(environment))
    return Cann("", "", _is_sourced(environment))


def _records(home: Path | None, root: Path) -> list[Path]:
    name = "ascend_toolkit_install.info"
    own = [*sorted(home.glob(f"*/{name}")), *home.glob(name)] if home else []
    return own + [file for place in PLACES for file in sorted(root.glob(place))]


def _is_sourced(environment: Mapping[str, str]) -> bool:
    folders = environment.get("LD_LIBRARY_PATH", "").split(os.pathsep)
    return any((Path(folder) / LIBRARY).is_file() for folder in folders if folder)
