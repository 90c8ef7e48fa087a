"""Versions of installed packages, read from their metadata: nothing is imported."""

from __future__ import annotations

import json
from pathlib import Path

from migration_node.probe.command import output_of

INTERESTING = ("torch", "torch-npu", "transformers", "vllm", "vllm-ascend", "mindie", "triton-ascend")
SCRIPT = """
import importlib.metadata as m, json, sys
found = {}
for name in sys.argv[1:]:
    try:
        found[name] = m.version(name)
    except m.PackageNotFoundError:
        pass
print(json.dumps(found))
"""


def versions_in(python: Path) -> dict[str, str]:
    """What the given interpreter has of the packages that matter here."""
    text = output_of([str(python), "-c", SCRIPT, *INTERESTING])
    if not text:
        return {}
    return {str(name): str(version) for name, version in json.loads(text).items()}
