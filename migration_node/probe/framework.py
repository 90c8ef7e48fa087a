"""Whether torch really reaches the device, found out in a process that may break."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from migration_engine.protocol import DeviceKind
from migration_node.environment import python_environment
from migration_node.probe.command import ask

SECONDS = 60.0
LONGEST = 500


@dataclass(frozen=True, slots=True)
class Framework:
    """How many devices the framework sees, and why it sees none."""

    devices: int
    problem: str


def try_framework(python: Path, kind: DeviceKind) -> Framework:
    """Open the runner of a device kind in a child of the given interpreter, at most for a minute."""
    command = [str(python), "-m", "migration_node.probe.opened", str(kind)]
    answer = ask(command, seconds=SECONDS, environment=python_environment())
    lines = answer.text.splitlines()
    if answer.problem:
        return Framework(0, f"{answer.problem}: {lines[-1] if lines else 'no output'}"[:LONGEST])
    try:
        found = json.loads(lines[-1])
        return Framework(int(found["devices"]), str(found["problem"])[:LONGEST])
    except (ValueError, KeyError, IndexError, TypeError):
        return Framework(0, "the probe of the framework gave no answer that can be read")
