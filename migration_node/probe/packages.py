"""Versions of an interpreter and of its packages, read from their metadata: nothing is imported."""

from __future__ import annotations

import json
from pathlib import Path

from migration_node.probe.command import ask

INTERESTING = (
    "torch",
    "torch-npu",
    "transformers",
    "vllm",
    "vllm-ascend",
    "mindie",
    "triton-ascend",
    "evalscope",
)
SCRIPT = """
import importlib.metadata as m, json, platform, sys
found = {"python": platform.python_version()}
for name in sys.argv[1:]:
    try:
        found[name] = m.version(name)
    except m.PackageNotFoundError:
        pass
print(json.dumps(found))
"""
LONGEST = 100


def versions_in(python: Path, *others: str) -> dict[str, str]:
    """What the given interpreter is, and has of the packages that matter here and of others."""
    answer = ask([str(python), "-c", SCRIPT, *INTERESTING, *others])
    try:
        found = json.loads(answer.trusted or "{}")
    except ValueError:
        return {}
    return {str(name): str(version)[:LONGEST] for name, version in found.items()}
