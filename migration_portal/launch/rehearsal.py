"""The rehearsal node of this machine: enrolled through the same command as any other node."""

from __future__ import annotations

import json
from pathlib import Path

from migration_portal.launch.console import run_logged
from migration_portal.launch.programs import BIN

NAME = "rehearsal"


def node_of(home: Path) -> str:
    """Return the id of the node that HOME belongs to, or nothing."""
    return _identity(home).get("node", "")


def enrol(url: str, home: Path, code: str) -> None:
    """Enrol with CODE; without one the node is known and only the portal's address may have changed."""
    if code:
        node = [str(BIN / "npu-migrate-node"), "--home", str(home)]
        run_logged([*node, "enroll", url, code, "--name", NAME], home.parent / "log" / "enrol.log")
    elif (identity := _identity(home))["portal"] != url:
        changed = json.dumps({**identity, "portal": url}, indent=2)
        (home / "identity.json").write_text(changed, encoding="utf-8")


def _identity(home: Path) -> dict[str, str]:
    file = home / "identity.json"
    try:
        identity: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return identity
