"""From the name of a job kind to the function that does it."""

from __future__ import annotations

from collections.abc import Callable

from migration_engine.errors import SpecInvalid
from migration_engine.protocol import Outcome
from migration_engine.text import Text
from migration_node.kinds.context import Context


def doer_of(kind: str) -> Callable[[Context], Outcome]:
    """The function of a kind; torch is loaded only for the kinds that need it."""
    if kind == "inventory":
        from migration_node.kinds.inventory import run_inventory

        return run_inventory
    if kind == "layer_alignment":
        from migration_node.kinds.layer_alignment import run_layer_alignment

        return run_layer_alignment
    raise SpecInvalid(
        Text(
            f"this node does not know the job kind {kind!r}; update it to the portal's version",
            f"此节点不认识作业类型 {kind!r}，请将其更新到与门户一致的版本",
        )
    )
