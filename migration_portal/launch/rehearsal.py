"""The rehearsal node of this machine: enrolled through the same command as any other node."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from migration_portal.launch.console import run_logged
from migration_portal.launch.prepare import Demo
from migration_portal.launch.programs import BIN, MANAGE

NAME = "rehearsal"


def enrol(url: str, home: Path, demo: Demo) -> None:
    """Enrol the node of HOME unless the portal knows it already; then only its address may have changed."""
    file = home / "identity.json"
    identity = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    if identity.get("node") not in demo.nodes:
        _enrol_anew(url, home, demo.project)
    elif identity["portal"] != url:
        file.write_text(json.dumps({**identity, "portal": url}, indent=2), encoding="utf-8")


def _enrol_anew(url: str, home: Path, project: str) -> None:
    log = home.parent / "log" / "enrol.log"
    code = run_logged([sys.executable, str(MANAGE), "enrolment_code", project], log).split()[-1]
    node = [str(BIN / "npu-migrate-node"), "--home", str(home)]
    run_logged([*node, "enroll", url, code, "--name", NAME], log)
