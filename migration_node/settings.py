"""The clocks of a node; the environment may shorten them for tests and drills."""

from __future__ import annotations

import os
from dataclasses import dataclass

from migration_node.errors import NodeError


@dataclass(frozen=True, slots=True)
class Clocks:
    """Seconds between the things that a node does again and again."""

    poll: float = 30.0
    heartbeat: float = 10.0
    retry: float = 5.0
    facts: float = 600.0


def clocks_from_environment() -> Clocks:
    """NODE_POLL_S, NODE_HEARTBEAT_S, NODE_RETRY_S and NODE_FACTS_S override the defaults."""
    usual = Clocks()
    return Clocks(
        poll=_seconds("NODE_POLL_S", usual.poll),
        heartbeat=_seconds("NODE_HEARTBEAT_S", usual.heartbeat),
        retry=_seconds("NODE_RETRY_S", usual.retry),
        facts=_seconds("NODE_FACTS_S", usual.facts),
    )


def _seconds(name: str, usual: float) -> float:
    text = os.environ.get(name, "")
    if not text:
        return usual
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if seconds <= 0:
        raise NodeError(f"{name}={text!r} is not a number of seconds above zero; correct or unset it")
    return seconds
