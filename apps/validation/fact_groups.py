"""Which facts of a node belong together: each group has an age of its own."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

# Readings that change by themselves, like temperatures, are in none: they are as old as the last hello.
GROUPS: dict[str, tuple[str, ...]] = {
    "device": ("driver", "firmware", "device_files", "visible"),
    "software": ("cann", "packages", "mindie"),
    "machine": ("machine",),
}


def since(
    before: Mapping[str, Any], now: Mapping[str, Any], known: Mapping[str, str], at: datetime
) -> dict[str, str]:
    """Return since when each group is as it is: AT for what differs from BEFORE, else what was KNOWN."""
    return {
        name: known[name] if name in known and _same(before, now, keys) else at.isoformat()
        for name, keys in GROUPS.items()
    }


def _same(before: Mapping[str, Any], now: Mapping[str, Any], keys: tuple[str, ...]) -> bool:
    return all(before.get(key) == now.get(key) for key in keys)
