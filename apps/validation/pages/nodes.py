"""The list of nodes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from apps.projects.models import Project
from apps.validation.models import Attempt, Node, NodeState
from apps.validation.pages.compatibility import Verdict, verdict_of
from apps.validation.pages.facts import stack_of
from apps.validation.pages.standing import LOOKS, WORDS, Standing, standing_of, tally
from apps.validation.selectors import nodes_of
from apps.validation.words import DEVICES, READINESS, Words
from migration_engine.text import Text


@dataclass(frozen=True, slots=True)
class NodeRow:
    """A node with what its facts say; an empty text is unknown."""

    node: Node
    standing: Standing
    words: Words
    look: str
    also_drains: bool
    live: Attempt | None
    device: Words
    is_npu: bool
    readiness: Words
    advice: Text | None
    chips: int
    stack: dict[str, str]
    lacks_torch: bool
    verdict: Verdict


def nodes_page(project: Project, wanted: str) -> dict[str, Any]:
    """Return the list, narrowed to one standing; without one it leaves out who is retired."""
    rows = [node_row(node) for node in nodes_of(project).order_by("name")]
    return {
        "rows": [row for row in rows if _is_wanted(row, wanted)],
        "tally": tally([row.standing for row in rows]),
        "wanted": wanted,
        "all": sum(row.standing != Standing.RETIRED for row in rows),
        "any": bool(rows),
    }


def _is_wanted(row: NodeRow, wanted: str) -> bool:
    return row.standing == wanted if wanted in set(Standing) else row.standing != Standing.RETIRED


def node_row(node: Node) -> NodeRow:
    """Return one node as lists show it; it must come from `nodes_of`."""
    live = next(iter(_live(node)), None)
    standing, facts = standing_of(node, live), node.facts
    advice, kind = facts.get("advice"), node.capabilities.get("device_kind", "")
    return NodeRow(
        node=node,
        standing=standing,
        words=WORDS[standing],
        look=LOOKS[standing],
        also_drains=standing == Standing.SILENT and node.state == NodeState.DRAINING,
        live=live,
        device=DEVICES.get(kind, ""),
        is_npu=kind == "npu",
        readiness=READINESS.get(facts.get("classification", ""), ""),
        advice=Text(advice["en"], advice["zh"]) if advice else None,
        chips=len(facts.get("chips") or facts.get("gpus") or ()),
        stack=stack_of(node),
        lacks_torch=not node.capabilities.get("torch"),
        verdict=verdict_of(node),
    )


def _live(node: Node) -> Iterable[Attempt]:
    live: list[Attempt] = node.live  # type: ignore[attr-defined]
    return live
