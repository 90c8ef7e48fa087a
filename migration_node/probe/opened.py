"""The child of `try_framework`: opens a runner and prints one line of JSON."""

from __future__ import annotations

import json
import sys

from migration_engine.protocol import DeviceKind
from migration_node.errors import NodeError
from migration_node.runners.choose import open_runner


def main() -> None:
    """Say how many devices the framework sees, or why it sees none."""
    try:
        found = {"devices": open_runner(DeviceKind(sys.argv[1])).count(), "problem": ""}
    except (NodeError, ImportError, OSError, RuntimeError) as error:
        found = {"devices": 0, "problem": f"{type(error).__name__}: {error}"}
    sys.stdout.write("\n" + json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
