"""Brings the database up to date and makes the demo project, in a child process that knows Django."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from migration_portal.launch.console import Failed, run_logged, step
from migration_portal.launch.programs import MANAGE


@dataclass(frozen=True)
class Demo:
    """What the launcher needs to know of the database."""

    token: str
    enrolment_code: str


def check_source(repo: str) -> None:
    """Refuse a REPO that cannot be scanned before anything is started for it."""
    if repo and not repo.startswith("https://") and ("://" in repo or not Path(repo).exists()):
        raise Failed(f"REPO={repo} is neither a folder or archive here nor an https:// address.")


def prepare(repo: str, node: str, log: Path) -> Demo:
    """Migrate, make user, project and first scan; return the one-time token and a code for the node."""
    with step("Database and demo project"):
        answer = run_logged([sys.executable, str(MANAGE), "demo", "--repo", repo, "--node", node], log)
    return Demo(**json.loads(answer.strip().splitlines()[-1]))
